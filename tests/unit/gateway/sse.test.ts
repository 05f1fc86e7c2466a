import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonEventReader } from '../../../src/main/gateway/sse.ts'
import { LongText } from '../../../src/main/rpc/long-text.ts'

interface Heard {
  readonly values: unknown[]
  readonly faults: unknown[]
  readonly ids: string[]
  readonly retries: number[]
}

function read(pieces: readonly Buffer[], maxBytes = 1e9): Heard {
  const heard: Heard = { values: [], faults: [], ids: [], retries: [] }
  const reader = new JsonEventReader(
    {
      onvalue: (value) => heard.values.push(value),
      onmalformed: (error) => heard.faults.push(error),
      onid: (id) => heard.ids.push(id),
      onretry: (milliseconds) => heard.retries.push(milliseconds),
    },
    maxBytes,
  )
  for (const piece of pieces) reader.push(piece)
  return heard
}

/** The same bytes, cut at these places. */
function cut(text: string, places: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const cuts = [
    0,
    ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ]
  return cuts.slice(1).flatMap((end, i) => {
    const piece = bytes.subarray(cuts[i], end)
    return piece.length > 0 ? [piece] : []
  })
}

const lines = fc.array(
  fc.constantFrom(
    'data: {"a":[1,"é🧊"]}',
    'data:{"a":',
    'data: 2}',
    'data',
    'data:',
    'datas: 1',
    'dat',
    ': ping',
    'event: message',
    'id: 7',
    'id',
    'id: with space ',
    'retry: 250',
    'retry: soon',
    '',
    '',
    '',
  ),
  { maxLength: 30 },
)

describe('events of JSON', () => {
  it('are read as a parser of the format reads them, however they are cut and whatever ends their lines', () => {
    const breaks = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(lines, breaks, fc.array(fc.nat(500), { maxLength: 20 }), (given, end, places) => {
        const text = given.map((line) => line + end).join('')
        const data: string[] = []
        const retries: number[] = []
        const parser = createParser({
          onEvent: (event) => data.push(event.data),
          onRetry: (milliseconds) => retries.push(milliseconds),
        })
        // It waits to see whether a line feed follows.
        parser.feed(`${text}:${end}:`)
        const heard = read(cut(text, places))
        const json = data.filter((one) => one.trim() !== '')
        expect(heard.values.length + heard.faults.length).toBe(json.length)
        expect(heard.values).toEqual(json.flatMap(parsed))
        expect(heard.retries).toEqual(retries)
      }),
    )
  })

  it('say where to resume from, also without data, and a byte order mark is none of it', () => {
    const text = '\uFEFFid: 1\ndata: 1\n\nid: 2\n\nid: bad\0\ndata: 3\n\nid: 4\ndata: 4'
    for (const places of [[], [1], [2, 3, 4], Array.from({ length: 60 }, (_, n) => n)])
      expect(read(cut(text, places))).toEqual({ values: [1, 3], faults: [], ids: ['1', '2'], retries: [] })
  })

  it('keep a very long string in pieces, and are refused over the limit', () => {
    const long = 'größe 🧊 \\" '.repeat(600_000)
    const bytes = Buffer.from(`event: message\ndata: ${JSON.stringify({ text: long })}\n\n`)
    const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
      bytes.subarray(n * 65_536, (n + 1) * 65_536),
    )
    const [value] = read(pieces).values as [{ text: unknown }]
    expect(value.text).toBeInstanceOf(LongText)
    expect(String(value.text) === long).toBe(true)
    expect(() => read(pieces, 1_000_000)).toThrow('over the limit of 1000000 bytes')
  })
})

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
