import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonAssembler } from '../../../src/main/rpc/json-assembler.ts'
import { parseJson, stringifyJson } from '../../../src/main/rpc/json.ts'
import { LONG_TEXT_UNITS, LongText } from '../../../src/main/rpc/long-text.ts'
import { PushParser } from '../../../src/main/rpc/push-parser.ts'

function parsePieces(text: string, cuts: readonly number[]): unknown {
  const parser = new PushParser()
  let from = 0
  for (const to of [...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]) {
    parser.push(text.slice(from, to))
    from = to
  }
  return parser.finish()
}
const cuts = fc.array(fc.nat(), { maxLength: 30 })
/** A value and what went wrong, so that both parsers can be compared on any text. */
function outcome(parse: () => unknown) {
  try {
    return { value: stringifyJson(parse()) }
  } catch (error) {
    return { refused: error instanceof SyntaxError }
  }
}

describe('push parser', () => {
  it('agrees with the whole-text parser wherever the pieces end', () => {
    const odd = [
      '1.0',
      '-0',
      '12345678901234567890',
      '"\\u00e9\\ud83c\\udf0a\\\\"',
      '{"__proto__":{"a":1e5}}',
    ]
    const text = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value, null, 2)),
      fc.array(fc.constantFrom(...odd)).map((items) => ` [ ${items.join(' ,\n')} ] `),
      fc.string({ unit: 'grapheme' }).map((value) => JSON.stringify(value).replaceAll(/[^ -~]/g, escaped)),
    )
    fc.assert(
      fc.property(text, cuts, (json, at) => {
        expect(stringifyJson(parsePieces(json, at))).toBe(stringifyJson(parseJson(json)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses what the whole-text parser refuses', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '.',
      'e',
      'true',
      'nul',
      ' ',
      '\t',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), cuts, (tokens, at) => {
        const json = tokens.join('')
        expect(outcome(() => parsePieces(json, at))).toEqual(outcome(() => parseJson(json)))
      }),
      { numRuns: 20_000 },
    )
  })

  it('takes bytes that end inside characters, and is used for large documents only', () => {
    const value = {
      list: Array.from({ length: 60_000 }, (_, n) => ({ n, text: `ünïcödé 🌊 ${n}` })),
      last: '\\',
    }
    const bytes = Buffer.from(JSON.stringify(value))
    expect(bytes.length).toBeGreaterThan(1024 * 1024)
    const assembler = new JsonAssembler()
    for (let at = 0; at < bytes.length; at += 4_093) assembler.push(bytes.subarray(at, at + 4_093))
    expect(assembler.finish()).toEqual(value)
  })

  it('reports a fault in a large document at its end', () => {
    const assembler = new JsonAssembler()
    assembler.push(Buffer.alloc(2_000_000, '[1,]'))
    assembler.push(Buffer.from('more'))
    expect(() => assembler.finish()).toThrow(SyntaxError)
  })

  it('gives up a number that never ends', () => {
    const parser = new PushParser()
    expect(() => {
      for (let piece = 0; piece < 100; piece++) parser.push('1'.repeat(10_000))
    }).toThrow('Number too long')
  })
})

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

describe('very long strings', () => {
  const line = 'größe 漢字 🧊 "quoted" \\ \n'.repeat(100)
  const long = line.repeat(Math.ceil((1.2 * LONG_TEXT_UNITS) / line.length))
  const spelled = JSON.stringify(line).slice(1, -1)
  const inJson = (spelling: string) => `{"text":"${spelling.repeat(long.length / line.length)}","id":1.0}`

  it.each([
    ['plainly', spelled],
    ['with escapes', spelled.replaceAll(/[^ -~]/g, escaped)],
  ])('are kept as their bytes, and written as they were, spelled %s', async (_how, spelling) => {
    const assembler = new JsonAssembler(true)
    const bytes = Buffer.from(inJson(spelling))
    for (let at = 0; at < bytes.length; at += 65_537) assembler.push(bytes.subarray(at, at + 65_537))
    const read = assembler.finish() as { text: LongText }
    expect(read.text instanceof LongText).toBe(true)
    const kept = Buffer.concat(await Array.fromAsync(read.text.pieces()))
    expect([kept.equals(Buffer.from(long)), read.text.bytes]).toEqual([true, kept.length])
    expect(stringifyJson(read) === inJson(spelled)).toBe(true)
  })

  it('are strings for whoever did not ask', () => {
    const assembler = new JsonAssembler()
    assembler.push(Buffer.from(inJson(spelled)))
    expect((assembler.finish() as { text: unknown }).text === long).toBe(true)
  })
})
