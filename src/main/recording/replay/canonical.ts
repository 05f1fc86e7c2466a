import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'

/**
 * Arguments in one spelling for all that mean the same, after RFC 8785: members in the order of their names, no white space, numbers
 * by their exact value. Unlike there a number of any length keeps all its digits: two ids that differ in their twentieth are two.
 * No arguments mean the same as none of them: `{}`.
 * @param json as it was recorded; null where a call had no arguments
 */
export const canonicalArguments = (json: string | null): string =>
  json === null ? '{}' : canonical(parseJson(json))

/** Any JSON value as `parseJson` gives it. */
export function canonical(value: unknown): string {
  if (numberOf(value) !== null) return canonicalNumber(stringifyJson(value))
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return stringifyJson(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
  return `{${members.map(([name, member]) => `${stringifyJson(name)}:${canonical(member)}`).join(',')}}`
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** `1.50e2`, `150` and `150.0` are all `15e1`. */
function canonicalNumber(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const shift = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)
  return `${sign}${significant}e${shift}`
}
