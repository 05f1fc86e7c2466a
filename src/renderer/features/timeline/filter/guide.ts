import { FLAGS } from '../../../../shared/filter/term.ts'

/** What each typed filter is for, in the order in which they are offered. */
export const FILTER_GUIDE = [
  { example: 'tool:fs.*', says: 'server and tool, * stands for anything' },
  { example: 'kind:json', says: 'what the content is: json, log, csv, code…' },
  { example: 'is:dedup', says: FLAGS.join(', ') },
  { example: '>100KB', says: 'raw size over or under (<) this' },
  { example: 'since:1h', says: 's, m, h or d back from now' },
  { example: 'session:s_…', says: 'one session, by the start of its id' },
  { example: 'turn:14', says: 'one turn, by number' },
  { example: '-is:inline', says: 'a minus turns any filter round' },
] as const
