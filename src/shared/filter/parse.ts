import { FLAGS } from './term.ts'
import type { Flag, Term } from './term.ts'

type Meaning = Term extends infer T ? (T extends Term ? Omit<T, 'text' | 'negated'> : never) : never

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1_000,
  kb: 1_000,
  kib: 1_024,
  m: 1e6,
  mb: 1e6,
  mib: 1_048_576,
  g: 1e9,
  gb: 1e9,
  gib: 1_073_741_824,
}
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

const invalid = (reason: string): Meaning => ({ kind: 'invalid', reason })

function size(sign: string, value: string): Meaning {
  const [, amount, unit = ''] = /^=?([\d.]+)\s*([a-z]*)$/i.exec(value) ?? []
  const factor = UNITS[unit.toLowerCase()]
  const bytes = Number(amount) * (factor ?? Number.NaN)
  if (!Number.isFinite(bytes)) return invalid('A size is a number and a unit, like >100KB.')
  return { kind: 'size', over: sign === '>', bytes }
}

function since(value: string): Meaning {
  const [, amount, unit = ''] = /^(\d+)([smhdw])$/.exec(value) ?? []
  const factor = SECONDS[unit]
  if (factor === undefined) return invalid('A time is a number and s, m, h, d or w, like since:1h.')
  return { kind: 'since', seconds: Number(amount) * factor }
}

function named(key: string, value: string): Meaning {
  if (value === '') return invalid(`${key}: needs a value.`)
  switch (key) {
    case 'tool':
      return { kind: 'tool', glob: value }
    case 'kind':
      return { kind: 'kind', value: value.toLowerCase() }
    case 'session':
      return { kind: 'session', value }
    case 'turn':
      return /^\d+$/.test(value) ? { kind: 'turn', number: Number(value) } : invalid('A turn is a number.')
    case 'since':
      return since(value)
    default:
      return FLAGS.includes(value as Flag)
        ? { kind: 'is', flag: value as Flag }
        : invalid(`is: knows ${FLAGS.join(', ')}.`)
  }
}

/** One typed piece as a condition. Anything that is not a typed filter is a word to look for. */
export function parseTerm(text: string): Term {
  const negated = text.length > 1 && text.startsWith('-')
  const body = negated ? text.slice(1) : text
  const [, sign, amount] = /^([<>])(.*)$/.exec(body) ?? []
  if (sign !== undefined && amount !== undefined) return { text, negated, ...size(sign, amount) }
  const [, key, value] = /^(tool|kind|session|turn|is|since):(.*)$/i.exec(body) ?? []
  if (key !== undefined && value !== undefined) {
    return { text, negated, ...named(key.toLowerCase(), value.replaceAll('"', '')) }
  }
  return { text, negated, kind: 'word', word: body.replaceAll('"', '').toLowerCase() }
}

/** A filter as typed (`tool:fs.* kind:json "two words" >100KB`) as its conditions, all of which must hold. */
export function parseFilter(text: string): Term[] {
  return (text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []).map(parseTerm)
}
