import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberOf, parseJson, stringifyJson } from '../../../src/main/rpc/json.ts'

const numberSpelling = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,40})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,4})?$/),
  fc.constantFrom(
    '1.0',
    '-0',
    '1e5',
    '1E+5',
    '12345678901234567890',
    '0.10',
    '1e400',
    '-0.0',
    '9007199254740993',
  ),
)
const stringSpelling = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\\', '\\"', '"1.0":', '{"a": 1.0, "b": [1e5]}', '\\\\"'),
  )
  .map((text) => JSON.stringify(text))
// Keys that look like array indices change place in any JavaScript object, so they are kept out.
const keySpelling = fc.string().map((key) => JSON.stringify(`k${key}`))

const { document } = fc.letrec<{ document: string; value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(numberSpelling, stringSpelling, fc.constantFrom('true', 'false', 'null')),
    fc.array(tie('value')).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(keySpelling, tie('value')), { selector: ([key]) => key })
      .map((pairs) => `{${pairs.map(([key, value]) => `${key}:${value}`).join(',')}}`),
  ),
  document: tie('value'),
}))

describe('lossless JSON', () => {
  it('writes every document as it was read', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(stringifyJson(parseJson(text))).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  it('agrees with JSON.parse wherever JavaScript can hold the numbers', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(stringifyJson(parseJson(text)))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('leaves ordinary numbers as numbers and gives the value of the others', () => {
    expect(parseJson('[1, -2.5, 1e21, 0.1]')).toEqual([1, -2.5, expect.anything(), 0.1])
    expect(numberOf(parseJson('1.0'))).toBe(1)
    expect(numberOf(parseJson('7'))).toBe(7)
    expect(numberOf(parseJson('"7"'))).toBeNull()
  })

  it.each(['{', '[1,]', '01', '1.', '-', '"a', '{"a":1.0', 'nul', ''])('refuses %j', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  it('keeps own __proto__ keys without touching the prototype', () => {
    const text = '{"__proto__":{"polluted":1.0}}'
    expect(stringifyJson(parseJson(text))).toBe(text)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
