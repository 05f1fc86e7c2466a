import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRecords } from '../../../src/main/store/query/table/csv.ts'
import { detectCsv } from '../../../src/main/store/query/table/dialect.ts'
import { columnNames } from '../../../src/main/store/query/table/names.ts'
import { TypeGuess } from '../../../src/main/store/query/table/types.ts'

const COMMA = { delimiter: ',', newline: '\n' } as const
const parse = (text: string) => [...csvRecords([text], COMMA)]

describe('N10: the records of a CSV', () => {
  test.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a,""x""\r\ny",b', [['a,"x"\r\ny', 'b']]],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    [
      '5" pipe,6" pipe\n1,2\n',
      [
        ['5" pipe', '6" pipe'],
        ['1', '2'],
      ],
    ],
    ['"a" b,c', [['a b', 'c']]],
    ['a\n\n\nb\n', [['a'], ['b']]],
    ['"never closed\n1,2', [['never closed\n1,2']]],
    ['', []],
  ])('of %j', (text, records) => {
    expect(parse(text)).toEqual(records)
  })

  const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '🧊', ',', '"', '\n', '\r', ' ', '1') })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })

  test('are what was written, wherever the text is cut into pieces', () => {
    fc.assert(
      fc.property(table, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (rows, sizes) => {
        const text = rows
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\r\n')
        const pieces: string[] = []
        for (let at = 0; at < text.length;) {
          const size = sizes.next().value ?? 1
          pieces.push(text.slice(at, at + size))
          at += size
        }
        expect([...csvRecords(pieces, COMMA)]).toEqual(rows)
      }),
    )
  })

  test('a field that never closes costs no more than a few looks at it', () => {
    const pieces = Array.from({ length: 400 }, () => 'x'.repeat(65_536))
    const started = performance.now()
    expect([...csvRecords(['"', ...pieces], COMMA)]).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('N10: the dialect of a CSV', () => {
  test.each([
    ['a,b\n1,2\n3,4\n', ',', true],
    ['a\tb\n1\t2\n', '\t', true],
    ['a;b\n1,5;2,5\n3,5;4,5\n', ';', true],
    ['a|b|c\n1|2|3\n', '|', true],
    ['1,2\n3,4\n5,6\n', ',', false],
    ['country,2019\nDE,83.1\nFR,67.2\n', ',', false],
    ['id,name,name\n1,a,b\n', ',', true],
    [',price\n0,1.5\n1,2.5\n', ',', true],
    ['# exported\na,b\n1,2\n', ',', true],
  ])('of %j is %j with header %j', (text, delimiter, header) => {
    expect(detectCsv(text, false)).toMatchObject({ delimiter, header })
  })

  test('prose has none', () => {
    expect(detectCsv('Well, this is\nnot a table, is it,\nI think.\n', false)).toBeNull()
  })
})

test('N10: columns keep their names; doubles and nameless ones get one', () => {
  expect(columnNames(['a', 'A', ' b ', '', 'a_2', 'a'], 7)).toEqual([
    'a',
    'A_3',
    'b',
    'column_4',
    'a_2',
    'a_4',
    'column_7',
  ])
})

test.each([
  [['1', '-2', ''], 'integer'],
  [['1', '2.5'], 'real'],
  [['1e3', '.5'], 'real'],
  [['00123', '5'], 'text'],
  [['9223372036854775807'], 'integer'],
  [['9223372036854775808'], 'text'],
  [['1', 'x', '2'], 'text'],
  [['', ''], 'text'],
] as const)('N10: a column of %j is %s', (fields, type) => {
  const guess = new TypeGuess()
  for (const field of fields) guess.addField(field)
  expect(guess.type).toBe(type)
})
