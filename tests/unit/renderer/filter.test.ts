import { describe, expect, test } from 'vitest'
import { matcher } from '../../../src/renderer/features/timeline/filter/match.ts'
import { parseFilter, parseTerm } from '../../../src/shared/filter/parse.ts'
import { Timeline } from '../../../src/renderer/features/timeline/model/timeline.ts'
import { event, inline, offload, read } from './events.ts'

describe('parsing', () => {
  test.each([
    ['tool:fs.*', { kind: 'tool', glob: 'fs.*', negated: false }],
    ['-is:dedup', { kind: 'is', flag: 'dedup', negated: true }],
    ['>100KB', { kind: 'size', over: true, bytes: 100_000 }],
    ['<1.5MiB', { kind: 'size', over: false, bytes: 1.5 * 1_048_576 }],
    ['since:90m', { kind: 'since', seconds: 5_400 }],
    ['Kind:JSON', { kind: 'kind', value: 'json' }],
    ['turn:14', { kind: 'turn', number: 14 }],
    ['import.log', { kind: 'word', word: 'import.log' }],
    ['http://x', { kind: 'word', word: 'http://x' }],
  ])('%s', (text, meaning) => {
    expect(parseTerm(text)).toMatchObject({ text, ...meaning })
  })

  test.each(['is:lost', 'since:yesterday', '>many', 'turn:last', 'tool:'])(
    '%s is refused with the rule',
    (text) => {
      const term = parseTerm(text)
      expect(term.kind).toBe('invalid')
      expect(term.kind === 'invalid' && term.reason.length).toBeGreaterThan(10)
    },
  )

  test('quotes hold words together', () => {
    expect(parseFilter('"read text" tool:"my server.*"  x')).toMatchObject([
      { kind: 'word', word: 'read text' },
      { kind: 'tool', glob: 'my server.*' },
      { kind: 'word', word: 'x' },
    ])
  })
})

describe('matching', () => {
  const timeline = new Timeline()
  timeline.apply([
    event('turn.started', { seq: 1, turn: 't_1' }, { number: 7, prompt: null }),
    offload('c_1', 'e_1', { seq: 2 }),
    read('e_1', 10, { seq: 3 }),
    inline('c_2', { seq: 4 }, { server: 'db', tool: 'query', isError: true }),
    inline('c_3', { seq: 5, turn: 't_2', session: 's_2' }, { server: null, tool: 'shell' }),
  ])
  const around = {
    stepOf: (entry: string) => timeline.stepOf(entry),
    turnNumber: (group: string) => timeline.group(group)?.head.number ?? null,
    now: 1_790_000_000_000 + 5_000,
  }
  const found = (text: string) => {
    const matches = matcher(parseFilter(text), around)
    const rows = timeline.groups.flatMap((group) => group.rows)
    return rows.filter((row) => matches === null || matches(row)).map(({ key }) => key)
  }

  test.each([
    ['', ['c_3', 'c_1', 'read:3', 'c_2']],
    ['tool:fs.*', ['c_1', 'read:3']],
    ['tool:shell', ['c_3']],
    ['is:offloaded', ['c_1', 'read:3']],
    ['is:read', ['c_1', 'read:3']],
    ['is:error', ['c_2']],
    ['-is:error', ['c_3', 'c_1', 'read:3']],
    ['>1KB', ['c_1', 'read:3']],
    ['<1KB', ['c_3', 'c_2']],
    ['kind:log', ['c_1', 'read:3']],
    ['turn:7', ['c_1', 'read:3', 'c_2']],
    ['turn:7 is:inline', ['c_2']],
    ['session:s_2', ['c_3']],
    ['since:1s', ['c_3', 'c_2']],
    ['query', ['c_2']],
    ['READ_TEXT', ['c_1', 'read:3']],
    ['is:nonsense', ['c_3', 'c_1', 'read:3', 'c_2']],
  ])('D3: %s finds its rows, reads with their step', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test('a dot in a glob is a dot', () => {
    expect(found('tool:f.*')).toEqual([])
  })
})
