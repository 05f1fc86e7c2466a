import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makePreview } from '../../../src/main/policy/preview/index.ts'
import { fitLines, spreadRanks } from '../../../src/main/policy/preview/fit.ts'
import { Spaced } from '../../../src/main/policy/preview/spaced.ts'
import { readCorpus } from './corpus.ts'
import { textDoc } from './document.ts'

const preview = (text: string, tokens = 260) => makePreview(textDoc(text), { style: 'auto', tokens })
const shown = (file: string, tokens?: number) => preview(readCorpus(file), tokens).text
const output = (file: string) =>
  readFileSync(new URL(`../../fixtures/outputs/${file}`, import.meta.url), 'utf8')

describe('tests that failed', () => {
  test('come with what was compared, and the innermost place that is their own', () => {
    expect(shown('cargo-test.txt')).toContain('  left: 9 | right: 8 | at ./src/lib.rs:23:26')
    expect(shown('vitest.txt')).toContain('  - "q": "a b" | + "q": "a+b" | at tests/parse.test.ts:5:61')
    expect(shown('node-test-spec.txt')).toContain('  + 0.30000000000000004 | - 0.3 | at ./cart.test.mjs:6:44')
    expect(shown('unittest.txt')).toContain('82: AssertionError: 0 is not true\n  at ./it_big.py:7')
  })

  test('stand beside the skipped ones', () => {
    expect(shown('cargo-test.txt')).toContain('26: test tests::slow ... ignored')
    expect(shown('unittest.txt')).toContain("... skipped 'later'")
    expect(shown('node-test.tap')).toContain('ok 34 - discount codes # SKIP no codes yet')
  })

  test('are picked out of the JSON and XML of runners, with names and reasons', () => {
    const json = shown('vitest.json')
    expect(json).toMatch(/^character 852: loads a locale: Error: Cannot find module/m)
    expect(json).toContain("keeps repeated keys: AssertionError: expected { a: '2' }")
    const xml = shown('vitest-junit.xml')
    expect(xml).toContain('32 test cases, 3 failed test cases:')
    expect(xml).toContain('Skipped (1): tests/parse.test.ts query strings > decodes percent signs')
    expect(xml).toContain('Slowest, line 4: tests/format.test.ts groups thousands 0.01772573 s')
  })
})

test('compilers: each sort of message once with its count and what is said below it', () => {
  const javac = shown('javac-errors.txt')
  expect(javac).toContain(
    '×11 10: Ledger.java:5: error: cannot find symbol (symbol variable amonut; location class Ledger)',
  )
  expect(javac).toContain(
    '×4 20: Ledger.java:7: error: incompatible types: String cannot be converted to int',
  )
  // Warnings have their place beside errors.
  expect(shown('cargo-check.txt')).toMatch(/^14: warning: unused import/m)
})

describe('JSON', () => {
  test('a map is shown as pairs, spread over all of it', () => {
    const text = shown('npm-ls.json')
    expect(text).toMatch(/^\$\.dependencies: @base-ui\/react version: 1\.9\.0, .*zustand version: 5\.1\.0$/m)
  })

  test('the greatest number says whose it is', () => {
    const jobs = Array.from({ length: 60 }, (_, i) => ({ name: `job ${i}`, seconds: i === 41 ? 9_000 : i }))
    expect(preview(JSON.stringify(jobs)).text).toContain('.seconds number 0 … 9000 (job 41)')
    const lines = jobs.map((job) => JSON.stringify(job)).join('\n')
    expect(preview(lines).text).toContain('.seconds number 0 … 9000 (line 42)')
  })

  test('few different numbers are counted like words', () => {
    const calls = Array.from({ length: 90 }, (_, i) => ({ path: `/p/${i}`, status: i % 9 === 0 ? 500 : 200 }))
    expect(preview(JSON.stringify(calls)).text).toContain('.status 200 ×80, 500 ×10')
  })

  test('what failed is found in NDJSON too, once for each reason', () => {
    expect(shown('pino.ndjson')).toContain(
      "line 14: Cannot read properties of null (reading 'total') | request failed (also line 54,",
    )
  })

  test('a word for failure is no failure where it is no outcome', () => {
    const schemas = Array.from({ length: 40 }, (_, i) => ({
      name: `t${i}`,
      enum: ['error', 'ok'],
      kind: 'error',
    }))
    expect(preview(JSON.stringify(schemas)).text).not.toContain('with an error')
  })
})

test('XML: leaves near the root with their values, elements by name', () => {
  const text = shown('maven-parent.xml')
  expect(text).toContain('artifactId commons-parent; version 56; packaging pom')
  expect(text).toContain('parent/version debian')
  expect(text).toContain('plugin ×8')
})

test('logs: ranges of the numbers in messages, who wrote them, rare kinds', () => {
  const jobs = shown('jobs.log', 400)
  expect(jobs).toContain('×255 INFO worker.pool: job 2…419 done in 0…249 (line 28) ms')
  expect(jobs).toContain('From: worker.pool ×256, db ×163, mail ×1')
  const slow = Array.from({ length: 400 }, (_, i) => `2026-01-01 10:00:00 request served in ${i} ms`)
  slow[123] = '2026-01-01 10:00:00 certificate expires soon'
  expect(preview(slow.join('\n')).text).toMatch(/Rare:\n124: .*certificate expires soon/)
})

describe('tables', () => {
  test('columns that are right-aligned or apart by one blank', () => {
    const ps = preview(output('ps.txt'))
    expect(ps.kind).toBe('listing')
    expect(ps.text).toMatch(/^Table of \d+ rows × 11 columns$/m)
    expect(ps.text).toContain('%CPU: 0.0 ×55, 0.4 ×1')
    expect(ps.text).toMatch(/^PID: number 1 … \d+$/m)
    expect(shown('dpkg-l.txt')).toContain('Architecture: amd64 ×298, all ×97')
  })

  test('a comment that names the columns is their header', () => {
    expect(shown('zone1970.tab')).toContain('codes: text, 160 different, most US ×28')
  })

  test('numbers have their greatest with its line, and a sum', () => {
    expect(shown('orders.csv')).toContain('amount: number 2.14 … 142.71 (line 28), sum 43157.14')
    // A number of the row is counted, not summed.
    expect(shown('orders.csv')).toContain('id: number 1 … 600\n')
  })
})

test('diffs: the smaller files by their bare names, the functions of hunks', () => {
  expect(shown('git-diff-big.diff', 320)).toMatch(
    /^11 smaller: package-lock\.json \+10 −0, package\.json \+1 −0, /m,
  )
  const hunk = '--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@ int main(void)\n-a\n+b\n c\n'
  expect(preview(hunk.repeat(30)).text).toContain('  in int main(void)')
})

test('logs of git with one line for a commit are known, blame is not taken for one', () => {
  const line = (i: number) => `${(0xabcdef0 + i).toString(16)} Change number ${i}`
  const log = Array.from({ length: 300 }, (_, i) => line(i)).join('\n')
  expect(preview(log)).toMatchObject({ kind: 'log', text: expect.stringContaining('Git log of 300 commits') })
  const blame = Array.from(
    { length: 300 },
    (_, i) => `abcdef0${i % 10} (A Person 2026-01-01 10:00:00 +0000 ${i}) some text`,
  )
  expect(preview(blame.join('\n')).text).not.toContain('Git log')
})

test('help texts: usage, and options from all over', () => {
  const text = shown('curl-help.txt')
  expect(text).toContain('Help text of 251 lines: 243 options')
  expect(text).toContain('1: Usage: curl [options...] <url>')
  expect(text).toMatch(/^Options: --abstract-unix-socket .*--xattr$/m)
})

test('settings: sections with their lines and what is set', () => {
  const unit = (i: number) => `[section-${i}]\nretries = ${i}\nname = "n${i}" # a comment\n`
  const text = preview(Array.from({ length: 60 }, (_, i) => unit(i)).join('\n')).text
  expect(text).toContain('Settings in 60 sections, 120 in all')
  expect(text).toContain('line 1: [section-0] (2)\n  retries = 0; name = "n0"')
  expect(text).toContain('line 237: [section-59] (2)')
})

test('prose with headings shows them between its beginning and its end', () => {
  const chapter = (i: number) =>
    `\n  ${i}. What Part ${i} Is About.\n\n${'Some words of prose. '.repeat(40)}\n`
  const { text, omitted } = preview(Array.from({ length: 12 }, (_, i) => chapter(i)).join('\n'))
  expect(text).toMatch(/^12 headings \(line text\): .*11\. What Part 11 Is About\.$/m)
  expect(text).toContain(`[… ${omitted.chars} characters omitted …]`)
})

describe('how lines are fitted', () => {
  test('what is about a line is never kept without it', () => {
    const under = { text: 'a heading that is far too long for what is left', rank: 1 }
    const lines = [under, { text: 'its detail', rank: 2, under }, { text: 'other', rank: 3 }]
    expect(fitLines(lines, 6).text).toBe('other')
    expect(fitLines(lines, 40).text).toBe(lines.map(({ text }) => text).join('\n'))
  })

  test('neighbours of one group share a line, and a prefix that is there only with them', () => {
    const group = { prefix: 'names: ', joiner: ', ' }
    const lines = ['a', 'b', 'c'].map((text, rank) => ({ text, rank, group }))
    expect(fitLines([...lines, { text: 'end', rank: 0 }], 40).text).toBe('names: a, b, c\nend')
    expect(fitLines([...lines, { text: 'end', rank: 0 }], 1).text).not.toContain('names')
  })

  test('a line of the document is quoted once', () => {
    const lines = [1, 0].map((rank) => ({ text: `7: seven`, rank, quotes: 7 }))
    expect(fitLines(lines, 40).text).toBe('7: seven')
  })

  test('ranks that spread keep the ends first, then the middle', () => {
    const ranks = spreadRanks(9, 3)
    expect([ranks[0], ranks[8]]).toEqual([3, 3])
    const others = ranks.slice(1, 8)
    expect(Math.min(...others)).toBe(others.at(-1) === undefined ? 0 : ranks[4])
    expect(spreadRanks(0, 1)).toEqual([])
    expect(spreadRanks(1, 1)).toEqual([1])
  })

  test('spaced samples are even, bounded, and end with the last', () => {
    const spaced = new Spaced<number>(8)
    for (let i = 0; i < 1_000; i++) spaced.add(i)
    const { things, seen } = spaced
    expect(seen).toBe(1_000)
    expect(things.length).toBeLessThanOrEqual(9)
    expect(things[0]).toBe(0)
    expect(things.at(-1)).toBe(999)
    const gaps = things.slice(1, -1).map((thing, i) => thing - (things[i] ?? 0))
    expect(new Set(gaps).size).toBe(1)
  })
})
