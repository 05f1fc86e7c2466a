import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { observation } from '../../src/shared/contract/entries.ts'
import type { OperationInput, OperationOutput } from '../../src/shared/contract.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
/** Prose that no preview can say in half of it. */
const words = (bytes: number) =>
  Array.from({ length: bytes }, (_, i) => `w${(i * 7919) % 9973} `)
    .join('')
    .slice(0, bytes)

async function stored(input: OperationInput<'offload'>) {
  const { entry, observation, text, offloaded } = await daemon.api.offload(input)
  if (!entry || !observation) throw new Error(`not stored: ${text.slice(0, 200)}`)
  expect(offloaded).toBe(true)
  return { entry, observation, text }
}
const contentOf = async (id: string) =>
  Buffer.from(await (await daemon.fetch(`/api/v1/entries/${id}/content`)).arrayBuffer())

describe('the threshold', () => {
  test('M1 A2: 4096 bytes pass unchanged, 4097 are stored whole', async () => {
    const small = words(4_096)
    expect(await daemon.api.offload({ tool: 'edge', content: small })).toEqual({
      offloaded: false,
      text: small,
    })
    const { entry, text } = await stored({ tool: 'edge', content: words(4_097) })
    expect(entry.bytes).toBe(4_097)
    expect(text.length).toBeLessThan(4_097)
    expect((await contentOf(entry.id)).toString()).toBe(words(4_097))
  })

  test('M1: it counts bytes, not characters', async () => {
    const han = Array.from({ length: 1_366 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 131) % 20_000)),
    ).join('')
    expect(Buffer.byteLength(han)).toBe(4_098)
    expect((await stored({ tool: 'edge', content: han })).entry).toMatchObject({ bytes: 4_098, chars: 1_366 })
    expect((await daemon.api.offload({ tool: 'edge', content: han.slice(1) })).offloaded).toBe(false)
  })

  test('the same for base64, by the bytes that it stands for', async () => {
    const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 31) % 256))
    const small = { tool: 'edge', contentBase64: bytes(4_096).toString('base64') }
    expect(await daemon.api.offload(small)).toEqual({ offloaded: false, text: small.contentBase64 })
    const { entry } = await stored({ tool: 'edge', contentBase64: bytes(4_097).toString('base64') })
    expect(entry.bytes).toBe(4_097)
    expect(await contentOf(entry.id)).toEqual(bytes(4_097))
  })

  test('force stores what is small, and even nothing at all', async () => {
    const { entry } = await stored({ tool: 'tiny', content: 'x', force: true })
    expect(entry).toMatchObject({ bytes: 1, chars: 1, lines: 1 })
    const empty = await stored({ tool: 'tiny', content: '', force: true })
    expect(empty.entry).toMatchObject({ bytes: 0, chars: 0, lines: 0 })
    expect((await daemon.api.readEntry({ id: empty.entry.id, mode: 'full' })).text).toBe('')
    expect(await contentOf(empty.entry.id)).toHaveLength(0)
  })
})

describe('the observation', () => {
  test("M2: has these names and values, the tool's metadata untouched", async () => {
    const metadata = { path: '/var/log/å.log', encoding: 'utf-8', nested: { a: [1, null, 'x'] }, ok: 'mine' }
    const content = words(9_000)
    const { entry, observation: seen } = await stored({ tool: 'read_file', content, metadata })
    expect(observation.parse(seen)).toEqual(seen)
    expect(Object.keys(seen).toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual([
      '_note',
      'kind',
      'metadata',
      'ok',
      'scratchpad_id',
      'size_bytes',
      'summary',
    ])
    expect(seen).toMatchObject({
      ok: true,
      scratchpad_id: entry.id,
      size_bytes: 9_000,
      kind: 'text',
      metadata,
    })
    expect(seen.summary).toBe(entry.preview)
    expect(seen['_note']).toContain('scratchpad_read')
    expect(seen['_note']).toContain(entry.id)
    expect((await daemon.api.getEntry({ id: entry.id })).metadata).toMatchObject(metadata)
  })

  test('N4: the reference names id, name, bytes, characters, lines, hash and what the preview leaves out', async () => {
    const content = `${words(8_000)}\n${words(3_000)}\nüber 🧊\n`
    const { entry, text } = await stored({ tool: 'facts', content })
    expect(entry).toMatchObject({
      bytes: Buffer.byteLength(content),
      chars: Array.from(content).length,
      lines: 3,
      sha256: sha256(content),
      complete: true,
    })
    for (const fact of [entry.id, entry.name, entry.bytes, entry.chars, entry.omitted.chars])
      expect(text).toContain(String(fact))
    expect(text).toContain(entry.sha256.slice(0, 12))
  })

  test('M4 M5: of binary it gives size and SHA-256 and no text; reads give bytes in base64', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * i + 255) % 256))
    bytes.write('secret words inside', 300)
    const { entry, observation: seen } = await stored({
      tool: 'shot',
      contentBase64: bytes.toString('base64'),
    })
    expect(seen).toMatchObject({ kind: 'binary', size_bytes: 70_000 })
    expect(seen.summary).toContain('70000')
    expect(seen.summary).toContain(sha256(bytes))
    expect(seen.summary).not.toContain('secret')
    expect(entry).toMatchObject({ kind: 'binary', encoding: 'binary', chars: null, lines: null })

    const read = async (params: Omit<OperationInput<'readEntry'>, 'id'>) => {
      const { text, encoding, returned } = await daemon.api.readEntry({ id: entry.id, ...params })
      expect(encoding).toBe('base64')
      expect(returned.unit).toBe('bytes')
      return Buffer.from(text, 'base64')
    }
    expect(await read({ mode: 'head', n: 10 })).toEqual(bytes.subarray(0, 10))
    expect(await read({ mode: 'tail', n: 7 })).toEqual(bytes.subarray(-7))
    expect(await read({ mode: 'range', start: 65_530, end: 65_545 })).toEqual(bytes.subarray(65_530, 65_545))
    expect(await read({ mode: 'range', start: -3 })).toEqual(bytes.subarray(-3))
    for (const mode of ['lines', 'grep'] as const)
      await expect(daemon.api.readEntry({ id: entry.id, mode, pattern: 'x' })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    let page: OperationOutput<'readEntry'> = await daemon.api.readEntry({ id: entry.id, mode: 'full' })
    const parts = [Buffer.from(page.text, 'base64')]
    while (page.cursor !== undefined) {
      page = await daemon.api.readEntry({ id: entry.id, cursor: page.cursor })
      parts.push(Buffer.from(page.text, 'base64'))
    }
    expect(Buffer.concat(parts)).toEqual(bytes)
  })
})

describe('reading text', () => {
  test('M5 M11: head, tail, range, lines and full count characters, again and again', async () => {
    const content = Array.from({ length: 3_000 }, (_, i) => `行${i} größe=${i} 🧊👩‍🚀 e\u0301\r\n`).join('')
    const points = Array.from(content)
    const { entry } = await stored({ tool: 'mixed', content })
    const read = async (params: Omit<OperationInput<'readEntry'>, 'id'>) =>
      (await daemon.api.readEntry({ id: entry.id, ...params })).text
    for (let again = 0; again < 2; again++) {
      expect(await read({})).toBe(points.slice(0, 2_000).join(''))
      expect(await read({ mode: 'head', n: 11 })).toBe(points.slice(0, 11).join(''))
      expect(await read({ mode: 'tail' })).toBe(points.slice(-2_000).join(''))
      expect(await read({ mode: 'range', start: 30_000, end: 30_100 })).toBe(
        points.slice(30_000, 30_100).join(''),
      )
      expect(await read({ offset: 7, limit: 5 })).toBe(points.slice(7, 12).join(''))
      expect(await read({ mode: 'lines', start: 2_999, end: 3_001 })).toBe(
        content
          .split(/(?<=\n)/)
          .slice(2_998, 3_000)
          .join(''),
      )
    }
    expect((await daemon.api.getEntry({ id: entry.id })).reads).toHaveLength(12)
  })

  test('one reply is capped, says so, and the cursor goes on with all that was asked', async () => {
    const content = Array.from({ length: 5_000 }, (_, i) => `line ${i} ${i % 3 === 0 ? 'fizz' : 'x'}\n`).join(
      '',
    )
    const { entry } = await stored({ tool: 'pages', content })
    const whole = async (first: Omit<OperationInput<'readEntry'>, 'id'>, join: string) => {
      let page = await daemon.api.readEntry({ id: entry.id, ...first })
      const texts = [page.text]
      expect(page.truncated).toBe(true)
      while (page.cursor !== undefined) {
        expect(page.text.length).toBeLessThanOrEqual(30_000)
        page = await daemon.api.readEntry({ id: entry.id, cursor: page.cursor })
        texts.push(page.text)
      }
      expect(page.truncated).toBe(false)
      return texts.join(join)
    }
    expect(await whole({ mode: 'full' }, '')).toBe(content)
    expect(await whole({ mode: 'lines', start: 2, end: 4_001 }, '')).toBe(
      content
        .split(/(?<=\n)/)
        .slice(1, 4_000)
        .join(''),
    )
    const fizz = content.split('\n').flatMap((line, i) => (line.includes('fizz') ? [`${i + 1}:${line}`] : []))
    expect(await whole({ mode: 'grep', pattern: 'fizz' }, '\n')).toBe(fizz.join('\n'))
  })

  test('lines that no reply holds go on by cursor to the last one that was asked for', async () => {
    const rows = ['first', `${'长'.repeat(70_000)}🧊`, 'third', 'y'.repeat(40_000), 'fifth'].map(
      (row) => `${row}\n`,
    )
    const { entry } = await stored({ tool: 'long-lines', content: rows.join('') })
    for (const [start, end] of [
      [2, 3],
      [2, 5],
      [1, 6],
    ] as const) {
      let page = await daemon.api.readEntry({ id: entry.id, mode: 'lines', start, end })
      let text = page.text
      while (page.cursor !== undefined) {
        page = await daemon.api.readEntry({ id: entry.id, cursor: page.cursor })
        text += page.text
      }
      expect(text === rows.slice(start - 1, end - 1).join('')).toBe(true)
    }
  })

  test('a hostile pattern ends within 2 s with a clear error and delays nobody', async () => {
    const { entry } = await stored({ tool: 'hostile', content: `${'a'.repeat(30_000)}b\n${words(9_000)}` })
    const harmless = { id: entry.id, pattern: 'w0\\b', mode: 'grep', count: true } as const
    await Promise.all([daemon.api.readEntry(harmless), daemon.api.readEntry(harmless)])
    const started = performance.now()
    const ended: string[] = []
    const slow = daemon.api
      .readEntry({ id: entry.id, pattern: '^(a+)+$', mode: 'grep' })
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      .finally(() => ended.push('slow'))
    const quick = daemon.api.readEntry(harmless).finally(() => ended.push('quick'))
    expect((await quick).text).toBe('1')
    expect(await slow).toBe('invalid_pattern')
    expect(ended).toEqual(['quick', 'slow'])
    // 2 s, and as much again for a machine with other things to do.
    expect(performance.now() - started).toBeLessThan(4_000)
    await expect(
      daemon.api.readEntry({ id: entry.id, pattern: '(unclosed', mode: 'grep' }),
    ).rejects.toMatchObject({ code: 'invalid_pattern' })
  })
})

describe('encodings', () => {
  test('UTF-16 with a byte order mark is text, by code points, its bytes kept', async () => {
    const text = `\ufeff${Array.from({ length: 900 }, (_, i) => `Zeile ${i} 🧊 ß\n`).join('')}`
    const little = Buffer.from(text, 'utf16le')
    for (const [encoding, bytes] of [
      ['utf-16le', little],
      ['utf-16be', Buffer.from(little).swap16()],
    ] as const) {
      const { entry } = await stored({ tool: 'utf16', contentBase64: bytes.toString('base64') })
      expect(entry).toMatchObject({ encoding, chars: Array.from(text).length, lines: 900, kind: 'text' })
      expect(await contentOf(entry.id)).toEqual(bytes)
      const { text: last } = await daemon.api.readEntry({ id: entry.id, mode: 'lines', start: -1 })
      expect(last).toBe('Zeile 899 🧊 ß\n')
      const { text: found } = await daemon.api.readEntry({ id: entry.id, mode: 'grep', pattern: 'Zeile 77 ' })
      expect(found).toBe('78:Zeile 77 🧊 ß')
    }
  })

  test('bytes that are not valid UTF-8 are binary, to the byte', async () => {
    const bytes = Buffer.concat([Buffer.from(words(5_000)), Buffer.from([0xc3, 0x28, 0xff, 0xfe])])
    const { entry } = await stored({ tool: 'broken', contentBase64: bytes.toString('base64') })
    expect(entry).toMatchObject({ encoding: 'binary', chars: null })
    expect(await contentOf(entry.id)).toEqual(bytes)
  })

  test('base64 of valid UTF-8 is text', async () => {
    const { entry } = await stored({
      tool: 'plain',
      contentBase64: Buffer.from(words(5_000)).toString('base64'),
    })
    expect(entry).toMatchObject({ encoding: 'utf-8', chars: 5_000 })
  })
})
