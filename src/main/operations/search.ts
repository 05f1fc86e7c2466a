import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { estimateTokens } from '../policy/estimate.ts'
import { effectivePolicy } from '../policy/rule.ts'
import type { GrepResult } from '../store/search/grep.ts'
import type { Candidate } from '../store/words/protocol.ts'
import { countReadLater } from './count-later.ts'
import { type Reader, readerOf, viewerOf } from './reader.ts'
import { renderGrep } from './reading/render-grep.ts'
import type { Caller, Services } from './services.ts'

type SearchResult = OperationOutput<'search'>
type SearchInput = Omit<OperationArgs<'search'>, 'session'>

const LONGEST_LINE = 200
/** Entries are searched one after the other; so long, and no further. */
const BUDGET_MS = 5_000
/** What an item costs besides its lines. */
const ITEM_CHARS = 100

/** Searches over HTTP: a session's entries, or the admin all of them. */
export async function search(
  services: Services,
  caller: Caller,
  { session, ...input }: OperationArgs<'search'>,
): Promise<SearchResult> {
  const asked = { ...caller, session: session ?? caller.session }
  return searchAs(services, input, await readerOf(services, asked, ''), !caller.viewing)
}

/**
 * The best lines of the entries that have all of some words, or that a regular expression matches; newest entries first.
 * @throws SpillwayError `invalid_input`, `invalid_pattern`
 */
export async function searchAs(
  services: Services,
  { q, pattern, limit, lines }: SearchInput,
  reader: Reader,
  counted = true,
): Promise<SearchResult> {
  const words = wordsOf(q, pattern)
  const { entries, unindexed, unknown } = await services.words.candidates({
    viewer: viewerOf(services, reader),
    words,
    at: services.now(),
  })
  const { readMaxChars } = effectivePolicy(services.config().policy)
  const started = performance.now()
  const items: SearchResult['items'] = []
  let searched = 0
  let chars = 0
  for (const candidate of entries) {
    const late = performance.now() - started > BUDGET_MS
    if (items.length >= limit || chars >= readMaxChars || late) break
    const most = { matches: lines, chars: Math.max(1, readMaxChars - chars) }
    const found = await linesOf(services, candidate, { words, unknown, pattern: pattern ?? '' }, most)
    searched++
    if (found.total === 0) continue
    const text = renderGrep(found)
    chars += text.length + ITEM_CHARS
    const { entry, name, kind } = candidate.content
    items.push({ id: entry, name, tool: candidate.source, kind, matches: found.total, text })
    if (counted) await record(services, reader, q ?? pattern ?? '', candidate, found, text)
  }
  return { items, searched, of: entries.length, unindexed: words === null ? 0 : unindexed }
}

function wordsOf(q: string | undefined, pattern: string | undefined): string[] | null {
  if ((q === undefined) === (pattern === undefined))
    throw new SpillwayError('invalid_input', 'Search for plain words, or for a pattern: one of the two.')
  if (q === undefined) return null
  const words = q.match(/[\p{L}\p{N}]+/gu)
  if (!words)
    throw new SpillwayError('invalid_input', `There is no word in ${JSON.stringify(q)}.`, 'Use pattern.')
  return [...new Set(words.map((word) => word.toLowerCase()))]
}

interface Wanted {
  readonly words: readonly string[] | null
  /** Those that the candidate may not have. */
  readonly unknown: readonly string[]
  readonly pattern: string
}

/** Lines that have all the words, else those that have any of them, where the entry has all. */
async function linesOf(
  { search }: Services,
  { content }: Candidate,
  { words, unknown, pattern }: Wanted,
  most: { matches: number; chars: number },
): Promise<GrepResult> {
  const grep = (source: string, ignoreCase: boolean, maxMatches = most.matches) =>
    search.grep({
      content,
      query: {
        pattern: source,
        ignoreCase,
        context: 0,
        maxMatches,
        skip: 0,
        maxLineChars: LONGEST_LINE,
        maxChars: most.chars,
      },
    })
  if (words === null) return grep(pattern, false)
  const [only] = words
  if (words.length === 1 && only !== undefined) return grep(only, true)
  const together = await grep(`^${words.map((word) => `(?=.*${word})`).join('')}`, true)
  if (together.total > 0) return together
  for (const word of unknown) {
    const count = await grep(word, true, 0)
    if (count.total === 0) return count
  }
  return grep(words.join('|'), true)
}

/** What came back of an entry is read, as if by grep. */
async function record(
  services: Services,
  { session, turn }: Reader,
  what: string,
  { content }: Candidate,
  found: GrepResult,
  text: string,
): Promise<void> {
  const read = await services.store.write.recordRead({
    at: services.now(),
    entry: content.entry,
    session,
    turn,
    mode: 'grep',
    label: `search “${what.slice(0, 80)}”`,
    params: { search: what },
    unit: 'matches',
    start: 0,
    end: found.given,
    spans: found.lines.map(({ char, chars }) => [char, char + chars] as const),
    chars: text.length,
    bytes: Buffer.byteLength(text),
    tokens: estimateTokens(text),
    durationMs: 0,
  })
  countReadLater(services, read, text)
}
