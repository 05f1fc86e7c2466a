import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRow } from '../../../src/main/store/query/sql/csv-text.ts'
import { compareLines } from '../../../src/renderer/features/compare/compare-lines.ts'
import { placeParts } from '../../../src/renderer/features/content/rendered/place-parts.ts'
import { parseCsv } from '../../../src/renderer/features/content/table/parse-csv.ts'
import { treeRows } from '../../../src/renderer/features/content/tree/tree-model.ts'
import type { Branch, Member } from '../../../src/renderer/features/content/tree/tree-model.ts'

test('any rows that the daemon writes are read back, with NULL and the empty string apart', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', 'ß', '\r') }),
  )
  const rows = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
  fc.assert(
    fc.property(rows, (given) => {
      expect(parseCsv(given.map((row) => csvRow(row)).join('\n'))).toEqual(given)
    }),
  )
})

describe('a comparison', () => {
  const lines = (...names: (string | number)[]) => names.map((name) => `line ${name}\n`).join('')
  const range = Array.from({ length: 30 }, (_, i) => i)

  test('shows what changed with three equal lines around it, and counts the rest', async () => {
    const rows = await compareLines(lines(...range), lines(...range.with(15, 99)))
    expect(rows).toHaveLength(10)
    expect(rows?.[0]).toEqual({ kind: 'skipped', count: 12 })
    expect(rows?.slice(4, 6)).toEqual([
      { kind: 'removed', text: 'line 15', left: 16, right: 16 },
      { kind: 'added', text: 'line 99', left: 17, right: 16 },
    ])
    expect(rows?.at(-1)).toEqual({ kind: 'skipped', count: 11 })
  })

  test('of equal texts shows nothing but that', async () => {
    expect(await compareLines(lines(...range), lines(...range))).toEqual([{ kind: 'skipped', count: 30 }])
  })
})

test('N12: parts of a markdown text lie where they are, whatever its line ends and characters', () => {
  const text = '# Größe 🧊\r\n\r\nbody\r\n'
  const tokens = ['# Größe 🧊\n\n', 'body\n'].map((raw) => ({ type: 'text', raw }))
  const parts = placeParts(text, tokens)
  const points = Array.from(text)
  expect(parts.map(({ start, end }) => points.slice(start, end).join(''))).toEqual([
    '# Größe 🧊\r\n\r\n',
    'body\r\n',
  ])
})

test('the lines of a tree are those of what is open, with paths as JSONPath writes them', () => {
  const member = (key: string | null, index: number, count: number | null): Member => ({
    key,
    index,
    type: count === null ? 'number' : 'array',
    count,
    source: '1',
    cut: false,
    span: [0, 1],
  })
  const branches = new Map<string, Branch>([
    ['$', { items: [member('a b', 0, 3), member('c', 1, null)], nextCursor: null }],
    ['$["a b"]', { items: [member(null, 0, null), member(null, 1, null)], nextCursor: 'array.9.2' }],
  ])
  expect(treeRows(branches, new Set()).map(({ path }) => path)).toEqual(['$["a b"]', '$.c'])
  const open = treeRows(branches, new Set(['$["a b"]']))
  expect(open.map(({ path }) => path)).toEqual(['$["a b"]', '$["a b"][0]', '$["a b"][1]', '$["a b"]…', '$.c'])
  expect(open[3]).toMatchObject({ kind: 'more', known: 2, total: 3 })
})
