import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { policyConfig, type ToolRule } from '../../../src/shared/config.ts'
import { deliverResult } from '../../../src/main/policy/deliver.ts'
import { planResult } from '../../../src/main/policy/decide.ts'
import type { ToolResult } from '../../../src/main/policy/payload.ts'
import { resolveRule } from '../../../src/main/policy/rule.ts'
import { parseJson } from '../../../src/main/rpc/json.ts'

const ruleOf = (fields: ToolRule = {}) =>
  resolveRule(policyConfig.parse({ tools: { '*': fields } }), 'fs', 'read')
const prose = (bytes: number) =>
  'What a small river carries, a large one keeps. '.repeat(bytes / 47 + 1).slice(0, bytes)
const text = (content: string) => ({ type: 'text', text: content })
const plan = (result: ToolResult, rule = ruleOf()) => planResult(result, rule)
const partsOf = (result: ToolResult, rule = ruleOf()) => {
  const planned = plan(result, rule)
  return planned.action === 'offload' ? planned.parts : []
}
const utf8 = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('what is offloaded', () => {
  test('M1: a result of exactly the threshold passes unchanged, one byte more is stored', () => {
    expect(plan({ content: [text(prose(4096))] })).toMatchObject({ action: 'inline', rawBytes: 4096 })
    expect(plan({ content: [text(prose(4097))] })).toMatchObject({ action: 'offload', rawBytes: 4097 })
  })

  test('the bytes of a long text are its UTF-8, whatever is in it', () => {
    const long = 'größe 🧊 \ud83e und \udfff\n'.repeat(5_000)
    const [part] = partsOf({ content: [text(long)] })
    expect(Buffer.from(long).equals(part?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test('a result is measured in bytes, not characters', () => {
    expect(plan({ content: [text('漢字かな'.repeat(400))] })).toMatchObject({
      action: 'offload',
      rawBytes: 4_800,
    })
  })

  test('P3: coding-agent measures characters', () => {
    const rule = resolveRule(policyConfig.parse({ preset: 'coding-agent' }), null, 'bash')
    expect(plan({ content: [text('é'.repeat(30_000))] }, rule).action).toBe('inline')
    expect(plan({ content: [text(prose(30_001))] }, rule).action).toBe('offload')
  })

  test('each large block is an entry of its own, with its bytes and media type', () => {
    const blob = Buffer.from(Array.from({ length: 5_000 }, (_, i) => i % 256))
    const resource = { uri: 'file:///a.bin', mimeType: 'application/x-a', blob: blob.toString('base64') }
    const parts = partsOf({ content: [text('small'), text(prose(9_000)), { type: 'resource', resource }] })
    expect(parts.map(({ source, blocks, mime, uri }) => ({ source, blocks, mime, uri }))).toEqual([
      { source: 'text', blocks: [1], mime: null, uri: null },
      { source: 'resource', blocks: [2], mime: 'application/x-a', uri: 'file:///a.bin' },
    ])
    expect(Buffer.compare(Buffer.from(parts[1]?.bytes ?? []), blob)).toBe(0)
  })

  test('small texts that only together exceed the threshold become one entry with boundaries', () => {
    const texts = [prose(1_500), prose(1_501), `é${prose(1_502)}`]
    const [part, ...others] = partsOf({ content: texts.map(text) })
    expect(others).toEqual([])
    expect(part).toMatchObject({ source: 'joined', blocks: [0, 1, 2], boundaries: [0, 1_501, 3_003] })
    expect(utf8(part?.bytes ?? new Uint8Array())).toBe(texts.join('\n'))
  })

  test('images and audio stay inline unless the rule says otherwise', () => {
    const image = { type: 'image', mimeType: 'image/png', data: Buffer.alloc(9_000, 7).toString('base64') }
    expect(plan({ content: [text('look'), image] })).toMatchObject({ action: 'inline', rawBytes: 9_004 })
    expect(partsOf({ content: [text('look'), image] }, ruleOf({ media: 'offload' }))).toMatchObject([
      { source: 'media', blocks: [1], mime: 'image/png' },
    ])
  })

  test('what calls itself base64 and is not is kept as the text that it is', () => {
    const blob = `not base64! ${prose(5_000)}`
    const [part] = partsOf({ content: [{ type: 'resource', resource: { uri: 'a:b', blob } }] })
    expect(utf8(part?.bytes ?? new Uint8Array())).toBe(blob)
  })

  test('errors stay inline up to 16 KiB and beyond it are stored', () => {
    expect(plan({ isError: true, content: [text(prose(16_384))] }).action).toBe('inline')
    expect(
      plan({ isError: true, content: [text(prose(16_384))] }, ruleOf({ action: 'offload' })).action,
    ).toBe('inline')
    expect(plan({ isError: true, content: [text(prose(16_385))] }).action).toBe('offload')
  })

  test('auto keeps what a reference would cost more than half of; offload stores it all the same', () => {
    const blanks = { content: [text(' '.repeat(9_000))] }
    expect(plan(blanks)).toMatchObject({ action: 'inline', reason: expect.stringContaining('half') })
    expect(plan(blanks, ruleOf({ action: 'offload' })).action).toBe('offload')
  })

  test('offload stores a result whatever its size', () => {
    const [part] = partsOf({ content: [text('ok')] }, ruleOf({ action: 'offload' }))
    expect(utf8(part?.bytes ?? new Uint8Array())).toBe('ok')
  })

  test('a rule that says inline, or is off, lets everything pass', () => {
    const large = { content: [text(prose(90_000))] }
    expect(plan(large, ruleOf({ action: 'inline' })).action).toBe('inline')
    expect(plan(large, ruleOf({ enabled: false })).action).toBe('inline')
  })
})

describe('structured content', () => {
  const value = parseJson(`{"id":12345678901234567890,"rate":1.0,"rows":${JSON.stringify([prose(5_000)])}}`)

  test('counts once where a text block says the same, keys in any order, and goes with it', () => {
    const same = `{"rows": ${JSON.stringify([prose(5_000)])}, "rate": 1.0, "id": 12345678901234567890}`
    const result = { content: [text(same)], structuredContent: value }
    expect(plan(result)).toMatchObject({
      rawBytes: Buffer.byteLength(same),
      parts: [{ source: 'text' }],
      dropStructured: true,
    })
    expect(deliverResult(result, plan(result), [{ text: 'ref', meta: {} }])).not.toHaveProperty(
      'structuredContent',
    )
  })

  test('is not the same as a text whose large number differs', () => {
    const other = `{"rows": ${JSON.stringify([prose(5_000)])}, "rate": 1.0, "id": 12345678901234567891}`
    expect(partsOf({ content: [text(other)], structuredContent: value })).toHaveLength(2)
  })

  test('of its own becomes an entry with its numbers as they were spelled', () => {
    const result = { content: [text('done')], structuredContent: value }
    const planned = plan(result)
    const [part] = partsOf(result)
    expect(part).toMatchObject({ source: 'structured', blocks: [], mime: 'application/json' })
    expect(utf8(part?.bytes ?? new Uint8Array())).toContain('{"id":12345678901234567890,"rate":1.0,')
    const delivered = deliverResult(result, planned, [{ text: 'ref', meta: { id: 'e_1' } }])
    expect(delivered.content).toEqual([
      text('done'),
      { type: 'text', text: 'ref', _meta: { 'spillway/entry': { id: 'e_1' } } },
    ])
    expect(delivered).not.toHaveProperty('structuredContent')
  })

  test('stays where it is small and says something else', () => {
    const result = { content: [text(prose(9_000))], structuredContent: { ok: true } }
    expect(deliverResult(result, plan(result), [{ text: 'ref', meta: {} }])).toHaveProperty(
      'structuredContent',
      { ok: true },
    )
  })
})

describe('what is delivered', () => {
  test('an inline result is the very same object', () => {
    const result = { content: [text('hi'), { type: 'unheard-of', x: 1 }], vendor: true }
    expect(deliverResult(result, plan(result), [])).toBe(result)
  })

  test('unknown blocks and fields survive, isError and annotations too', () => {
    const result: ToolResult = {
      isError: true,
      vendor: { a: 1 },
      _meta: { trace: 7 },
      content: [
        { type: 'unheard-of', x: 1 },
        { ...text(prose(20_000)), annotations: { priority: 1 }, _meta: { own: 2 } },
        { type: 'resource_link', uri: 'a:b', name: 'b' },
      ],
    }
    expect(deliverResult(result, plan(result), [{ text: 'ref', meta: { id: 'e_1' } }])).toEqual({
      isError: true,
      vendor: { a: 1 },
      _meta: { trace: 7, 'spillway/entry': { id: 'e_1' } },
      content: [
        { type: 'unheard-of', x: 1 },
        { ...text('ref'), annotations: { priority: 1 }, _meta: { own: 2, 'spillway/entry': { id: 'e_1' } } },
        { type: 'resource_link', uri: 'a:b', name: 'b' },
      ],
    })
  })

  test('joined blocks give way to one reference, where the first of them was', () => {
    const result = { content: [{ type: 'unheard-of' }, text(prose(3_000)), text(prose(3_000))] }
    const { content } = deliverResult(result, plan(result), [{ text: 'ref', meta: null }])
    expect(content).toMatchObject([{ type: 'unheard-of' }, { type: 'text', text: 'ref' }])
  })

  test('a reference too few is an error, never a lost block', () => {
    const result = { content: [text(prose(9_000))] }
    expect(() => deliverResult(result, plan(result), [])).toThrow(RangeError)
  })
})

const block = fc.oneof(
  fc.string({ maxLength: 6_000, unit: 'binary' }).map(text),
  fc.uint8Array({ maxLength: 6_000 }).map((bytes) => ({
    type: 'resource',
    resource: { uri: 'a:b', blob: Buffer.from(bytes).toString('base64') },
  })),
  fc
    .uint8Array({ maxLength: 6_000 })
    .map((bytes) => ({ type: 'image', data: Buffer.from(bytes).toString('base64') })),
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.jsonValue(),
)

test('nothing is lost: every block is delivered as it was or its exact bytes are in a part', () => {
  const action = fc.constantFrom('auto' as const, 'offload' as const)
  const media = fc.constantFrom('inline' as const, 'offload' as const)
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 6 }),
      fc.option(fc.jsonValue()),
      action,
      media,
      (content, structured, action, media) => {
        const result: ToolResult = {
          content,
          ...(structured === null ? {} : { structuredContent: structured }),
        }
        const planned = plan(result, ruleOf({ action, media, thresholdBytes: 1_000 }))
        if (planned.action === 'inline') return
        const references = planned.parts.map((_, i) => ({ text: `reference ${i}`, meta: i }))
        const delivered = deliverResult(result, planned, references)
        const taken = planned.parts.flatMap(({ blocks }) => blocks)
        expect(new Set(taken).size).toBe(taken.length)
        const untouched = content.filter((_, i) => !taken.includes(i))
        for (const kept of untouched) expect(delivered.content).toContain(kept)
        expect(delivered.content).toHaveLength(untouched.length + planned.parts.length)
        for (const part of planned.parts) {
          const pieces = part.blocks.map((index) => payloadBytes(content[index]))
          if (part.source === 'joined') {
            expect(utf8(part.bytes)).toBe(pieces.map((piece) => piece.toString()).join('\n'))
            const starts = part.boundaries ?? []
            starts.forEach((start, i) => {
              const piece = pieces[i] ?? Buffer.alloc(0)
              expect(
                Buffer.compare(Buffer.from(part.bytes).subarray(start, start + piece.length), piece),
              ).toBe(0)
            })
          } else if (part.source !== 'structured') {
            expect(Buffer.compare(Buffer.from(part.bytes), pieces[0] ?? Buffer.alloc(0))).toBe(0)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

function payloadBytes(value: unknown): Buffer {
  const { text, resource, data } = value as { text?: string; resource?: { blob: string }; data?: string }
  if (text !== undefined) return Buffer.from(text)
  return Buffer.from(resource?.blob ?? data ?? '', 'base64')
}
