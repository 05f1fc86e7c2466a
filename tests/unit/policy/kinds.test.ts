import { describe, expect, test } from 'vitest'
import { makePreview, type Doc } from '../../../src/main/policy/preview/index.ts'
import { partialDoc, textDoc } from './document.ts'

const preview = (doc: Doc | string, tokens = 240) =>
  makePreview(typeof doc === 'string' ? textDoc(doc) : doc, { style: 'auto', tokens })
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))

describe('JSON', () => {
  const users = many(900, (i) => ({
    id: i,
    state: i % 3 === 0 ? 'open' : 'closed',
    at: `2026-01-${String((i % 28) + 1).padStart(2, '0')}`,
  }))

  test('shows shape, counts, ranges, the first and the last item', () => {
    const { kind, mime, text } = preview(JSON.stringify(users))
    expect([kind, mime]).toEqual(['json', 'application/json'])
    expect(text).toContain('array of 900 objects')
    expect(text).toContain('$[*].id number 0 … 899')
    expect(text).toContain('"closed" ×600, "open" ×300')
    expect(text).toContain('time 2026-01-01 … 2026-01-28')
    expect(text).toContain('$[0] = {"id":0,')
    expect(text).toContain('$[899] = {"id":899,')
  })

  test('keeps numbers as they are spelled', () => {
    const { text } = preview(
      JSON.stringify({ pad: 'x'.repeat(5_000) }).replace('{', '{"id":12345678901234567890,"rate":1.0,'),
    )
    expect(text).toContain('$.id 12345678901234567890')
    expect(text).toContain('; .rate 1.0')
  })

  test('one that is cut short says where, and what it saw up to there', () => {
    const cut = JSON.stringify(users).slice(0, 20_000)
    expect(preview(cut).text).toContain('cut short at character 20000')
    const partial = preview(partialDoc(JSON.stringify(users), 10_000))
    expect(partial.kind).toBe('json')
    expect(partial.text).toContain('as far as looked at: the first 10000 characters')
    expect(partial.text).not.toContain('array of 900')
  })

  test('what only begins like JSON is not JSON', () => {
    expect(preview(`[INFO] started\n${'[INFO] working on it\n'.repeat(400)}`).kind).toBe('log')
    expect(preview(`{not json} ${'and more prose. '.repeat(400)}`).kind).toBe('text')
  })

  test('a map of many alike values is described once', () => {
    const lock = Object.fromEntries(
      many(300, (i) => [`node_modules/p${i}`, { version: `1.0.${i}`, dev: i % 2 === 0 }]),
    )
    const { text } = preview(JSON.stringify({ packages: lock }))
    expect(text).toContain('$.packages object with 300 keys')
    expect(text).toMatch(/^\$\.packages\.\*\.version .*; \.dev true ×150, false ×150$/m)
    expect(text).toContain('$.packages: node_modules/p0 version: 1.0.0, ')
    expect(text).toContain('node_modules/p299 version: 1.0.299')
  })

  test('deep nesting ends without harm', () => {
    expect(preview('['.repeat(100_000)).kind).toBe('json')
  })
})

describe('NDJSON', () => {
  test('counts records, levels and errors, and points at lines that are no JSON', () => {
    const lines = many(500, (i) =>
      JSON.stringify({ level: i === 77 ? 'error' : 'info', n: i, msg: `step ${i}` }),
    )
    lines[321] = '{"level":"info", broken'
    const { kind, text } = preview(lines.join('\n'), 300)
    expect(kind).toBe('ndjson')
    expect(text).toContain('499 records')
    expect(text).toContain('"info" ×498, "error" ×1')
    expect(text).toContain('78: {"level":"error","n":77')
    expect(text).toContain('1 line that is not JSON')
    expect(text).toContain('322: {"level":"info", broken')
  })
})

describe('CSV', () => {
  test('counts rows, not lines, where quoted fields go over several', () => {
    const rows = many(300, (i) => `${i},"a ""quoted""\ntext, with ${i}",${i % 2 === 0 ? 'yes' : 'no'}`)
    const { kind, text } = preview(`id,note,ok\n${rows.join('\n')}\n`)
    expect(kind).toBe('csv')
    expect(text).toContain('300 rows × 3 columns (comma-separated)')
    expect(text).toContain('id: number 0 … 299')
    expect(text).toContain('ok: yes ×150, no ×150')
  })

  test('tells tabs and semicolons, and a table without a header', () => {
    const semicolons = many(400, (i) => `${i};${i * 2};x${i}`).join('\n')
    expect(preview(semicolons).text).toContain('400 rows × 3 columns (semicolon-separated, no header)')
    expect(preview(semicolons.replaceAll(';', '\t')).mime).toBe('text/tab-separated-values')
  })

  test('a quotation mark in a comment opens no field, wherever the comment stands', () => {
    const rows = many(300, (i) => (i % 10 === 7 ? '# about 12" each' : `${i},${i * 2},x${i}`))
    const { kind, text } = preview(`# sizes\n${rows.join('\n')}\n`)
    expect(kind).toBe('csv')
    expect(text).toContain('270 rows × 3 columns (comma-separated, no header)')
  })

  test('prose with commas is no table', () => {
    expect(
      preview('First, we looked, and then, after a while, went on.\nNothing, in short.\n'.repeat(200)).kind,
    ).toBe('text')
  })
})

describe('logs', () => {
  test('counts levels, spans time, quotes the first errors with what follows them', () => {
    const lines = many(
      600,
      (i) =>
        `2026-11-21T10:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}Z INFO request ${i} took ${i % 9} ms`,
    )
    lines[123] = '2026-11-21T10:02:03Z ERROR request 123 failed'
    lines[124] = 'TypeError: x is not a function'
    const { kind, text, next } = preview(lines.join('\n'))
    expect(kind).toBe('log')
    expect(text).toContain('2026-11-21T10:00:00Z … 2026-11-21T10:09:59Z')
    expect(text).toContain('INFO ×598, ERROR ×1')
    expect(text).toContain(
      '124: 2026-11-21T10:02:03Z ERROR request 123 failed\n125: TypeError: x is not a function',
    )
    expect(next).toMatchObject({ mode: 'grep' })
  })

  test('the span of a log that was only looked at in part ends where the log ends', () => {
    const log = many(
      9_000,
      (i) =>
        `2026-11-21 ${String(Math.floor(i / 3_600)).padStart(2, '0')}:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')} INFO tick ${i}`,
    ).join('\n')
    const { text } = preview(partialDoc(log, 20_000))
    expect(text).toContain('2026-11-21 00:00:00 … 2026-11-21 02:29:59')
    expect(text).toContain('(in the first 20000 of')
    expect(text).toContain('9000: 2026-11-21 02:29:59 INFO tick 8999')
  })
})

describe('diffs', () => {
  test('a removed line that looks like a header is no file', () => {
    const diff = `--- a/x.sql\n+++ b/x.sql\n@@ -1,3 +1,2 @@\n a\n--- a comment\n-b\n+c\n${'--- a/y\n+++ b/y\n@@ -1 +1 @@\n-old\n+new\n'.repeat(1)}`
    const { kind, text } = preview(diff + ' '.repeat(3_000))
    expect(kind).toBe('diff')
    expect(text).toContain('Diff of 2 files: +2 −3 in 2 hunks')
  })
})

describe('what tools say is not believed', () => {
  test('HTML served as text, Markdown served as JSON', () => {
    const page = `<!doctype html><html><head><title>Rivers &amp; lakes</title></head><body><h1>Rivers</h1>${'<p>Water.</p>'.repeat(300)}</body></html>`
    const html = preview(textDoc(page, { mime: 'text/plain' }))
    expect([html.kind, html.mime]).toEqual(['html', 'text/html'])
    expect(html.text).toContain('HTML "Rivers & lakes"')
    expect(
      preview(
        textDoc(`# Title\n\n- a [link](x)\n- **b**\n${'\nSome text here.\n'.repeat(200)}`, {
          mime: 'application/json',
        }),
      ).kind,
    ).toBe('markdown')
  })
})

test('C is code also where its directives are indented and its comments full of asterisks, as headings and emphasis are', () => {
  const banner = (title: string) => `/************** ${title} ****************************/`
  const c = [
    banner('Begin file sqliteInt.h'),
    ...many(250, (i) => `** What file ${i} is there for.`),
    '*/',
    ...many(8, (i) => `#ifndef HAS_${i}\n# define HAS_${i} ${i}\n# if HAS_${i}>3\n# endif\n#endif`),
    banner('Continuing where we left off'),
    banner('End of msvc.h'),
    ...many(200, (i) => `static int answer${i}(int value){\n  return value+${i};\n}`),
  ].join('\n')
  const { kind, mime, text } = preview(c)
  expect([kind, mime]).toEqual(['code', 'text/x-c'])
  expect(text).toContain('static int answer0(int value){')
})

describe('colours of a terminal', () => {
  const colour = (code: number, text: string) => `\u001B[${code}m${text}\u001B[39m`

  test('do not hide what a test run says, and what is shown without them does not count as verbatim', () => {
    const run = [
      ...many(200, (i) => ` ${colour(32, '✓')} adds ${i}`),
      ` ${colour(31, '×')} adds ${colour(1, 'nothing')} 3ms`,
      `${colour(31, 'AssertionError')}: expected 1 to be 2`,
      ` ${colour(2, 'Test Files')}  ${colour(31, '1 failed')} (1)`,
      `      ${colour(2, 'Tests')}  ${colour(31, '1 failed')} | ${colour(32, '200 passed')} (201)`,
    ].join('\n')
    const { kind, text, omitted, spans } = preview(run)
    expect(kind).toBe('tests')
    expect(text).toContain('204:       Tests  1 failed | 200 passed (201)')
    expect(text).toContain('201:  × adds nothing 3ms\n202: AssertionError: expected 1 to be 2')
    expect(spans).toEqual([])
    expect(omitted.chars).toBe(Array.from(run).length)
  })
})
