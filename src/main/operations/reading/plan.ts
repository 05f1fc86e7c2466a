import { SpillwayError } from '../../../shared/errors.ts'
import type { ReadMode, ReadParams } from '../../../shared/reading.ts'
import type { Content } from '../../store/protocol.ts'

/** What a read without a size gives: enough to judge, cheap enough to be wrong about. */
export const DEFAULT_CHARS = 2_000
const DEFAULT_LINES = 100
const DEFAULT_LIMIT = 30_000
const DEFAULT_MATCHES = 100
const DEFAULT_ROWS = 100

/** One read with everything filled in. Offsets are half-open, inside the content, and never negative. */
export type ReadPlan =
  | { readonly kind: 'chars'; readonly mode: ReadMode; readonly start: number; readonly end: number }
  | { readonly kind: 'bytes'; readonly mode: ReadMode; readonly start: number; readonly end: number }
  | { readonly kind: 'lines'; readonly mode: 'lines'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'grep'
      readonly mode: 'grep'
      readonly pattern: string
      readonly ignoreCase: boolean
      readonly context: number
      readonly countOnly: boolean
      readonly maxMatches: number
      readonly skip: number
    }
  | {
      readonly kind: 'sql'
      readonly mode: 'sql'
      readonly query: string
      /** Where the rows are, in JSON that holds several arrays. */
      readonly path: string | null
      readonly skip: number
      readonly maxRows: number
    }
  | {
      readonly kind: 'json'
      readonly mode: 'json'
      readonly path: string
      readonly skip: number
      /** Characters of the first match to pass over. */
      readonly start: number
      readonly maxMatches: number
    }

/** The mode that some parameters mean: `regex` means grep, offsets alone mean a range, nothing at all means head. */
export function modeOf(params: ReadParams): ReadMode {
  if (params.mode) return params.mode
  if (params.regex !== undefined || params.pattern !== undefined) return 'grep'
  if (params.query !== undefined) return 'sql'
  if (params.path !== undefined) return 'json'
  const { start, end, offset, limit } = params
  if ([start, end, offset, limit].some((given) => given !== undefined)) return 'range'
  return 'head'
}

/** @throws SpillwayError `invalid_input` where the mode needs something that is missing or the content has no characters. */
export function planRead(content: Content, params: ReadParams): ReadPlan {
  const mode = modeOf(params)
  const binary = content.sizes.chars === null
  if (binary && NEEDS_TEXT.has(mode))
    throw new SpillwayError(
      'invalid_input',
      `${content.entry} is binary, so it cannot be read with mode ${mode}.`,
      'Use mode head, tail, range or full: they give bytes in base64.',
    )
  if (mode === 'grep') return planGrep(params)
  if (mode === 'sql') return planSql(params)
  if (mode === 'json') return planJson(params)
  if (mode === 'lines') return { kind: 'lines', mode, ...lineRange(params, content.sizes.lines ?? 0) }
  const total = content.sizes.chars ?? content.sizes.bytes
  return { kind: binary ? 'bytes' : 'chars', mode, ...charRange(mode, params, total) }
}

const NEEDS_TEXT: ReadonlySet<ReadMode> = new Set(['lines', 'grep', 'json', 'sql'])

function planSql(params: ReadParams): ReadPlan {
  const { query } = params
  if (query === undefined || query.trim() === '')
    throw new SpillwayError(
      'invalid_input',
      'Mode sql needs a `query`.',
      'One SELECT over the table t, for example query: "SELECT count(*) FROM t".',
    )
  return {
    kind: 'sql',
    mode: 'sql',
    query,
    path: params.path ?? null,
    skip: Math.max(0, params.offset ?? 0),
    maxRows: params.limit ?? params.n ?? DEFAULT_ROWS,
  }
}

const planJson = (params: ReadParams): ReadPlan => ({
  kind: 'json',
  mode: 'json',
  path: params.path ?? '$',
  skip: Math.max(0, params.offset ?? 0),
  start: Math.max(0, params.start ?? 0),
  maxMatches: params.limit ?? params.n ?? DEFAULT_MATCHES,
})

function planGrep(params: ReadParams): ReadPlan {
  const pattern = params.pattern ?? params.regex
  if (pattern === undefined || pattern === '')
    throw new SpillwayError(
      'invalid_input',
      'Mode grep needs a `pattern`.',
      'For example pattern: "ERROR|FATAL".',
    )
  return {
    kind: 'grep',
    mode: 'grep',
    pattern,
    ignoreCase: params.ignoreCase ?? false,
    context: params.context ?? 0,
    countOnly: params.count ?? false,
    maxMatches: params.limit ?? params.n ?? DEFAULT_MATCHES,
    skip: Math.max(0, params.offset ?? 0),
  }
}

/** The characters that a mode gives of `total`: half-open, inside it. */
export function charRange(mode: ReadMode, params: ReadParams, total: number): { start: number; end: number } {
  const n = params.n ?? params.limit ?? DEFAULT_CHARS
  if (mode === 'full') return { start: 0, end: total }
  if (mode === 'head') return { start: 0, end: Math.min(n, total) }
  if (mode === 'tail') return { start: Math.max(0, total - n), end: total }
  const start = fromEnd(params.start ?? params.offset ?? 0, total)
  const length = params.limit ?? params.n ?? (params.offset === undefined ? DEFAULT_CHARS : DEFAULT_LIMIT)
  const end = params.end === undefined ? start + length : fromEnd(params.end, total)
  return ordered(start, end, total)
}

/** Lines count from 1, so the end of `n` lines is `n + 1`. @throws SpillwayError `invalid_input` where `start` is 0 */
export function lineRange(params: ReadParams, total: number): { start: number; end: number } {
  const given = params.start ?? params.offset ?? 1
  if (given === 0)
    throw new SpillwayError('invalid_input', 'Lines count from 1.', 'Use start: 1 for the first line.')
  const start = given < 0 ? Math.max(1, total + 1 + given) : given
  const length = params.n ?? params.limit ?? (given < 0 ? -given : DEFAULT_LINES)
  const wanted = params.end === undefined ? start + length : params.end
  return ordered(start, wanted < 0 ? total + 1 + wanted : wanted, total + 1)
}

const fromEnd = (offset: number, total: number) => (offset < 0 ? Math.max(0, total + offset) : offset)

function ordered(start: number, end: number, total: number): { start: number; end: number } {
  const from = Math.min(start, total)
  return { start: from, end: Math.max(from, Math.min(end, total)) }
}
