/** The words that name a level, and what each is counted under. */
const NAMES = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  notice: 'NOTICE',
  warn: 'WARNING',
  warning: 'WARNING',
  err: 'ERROR',
  error: 'ERROR',
  fatal: 'FATAL',
  critical: 'CRITICAL',
  panic: 'PANIC',
  emerg: 'PANIC',
} as const

export type Level = (typeof NAMES)[keyof typeof NAMES]

const FAULTS: ReadonlySet<Level> = new Set(['ERROR', 'FATAL', 'CRITICAL', 'PANIC'])

/** A level stands near the start of its line. */
const WITHIN = 80

export const isFault = (level: Level | null) => level !== null && FAULTS.has(level)

/**
 * The level that a line of `source` names near its start, in whatever case; null where it names none. Character by character: it is
 * asked of every line of a log, where a regular expression on a line of its own takes several times as long.
 */
export function levelOf(source: string, start = 0, end = source.length): Level | null {
  const limit = Math.min(end, start + WITHIN)
  for (let at = start; at < limit; at++) {
    const first = source.charCodeAt(at) | LOWER_CASE
    if (first > LAST_LETTER || IS_FIRST[first] === 0) continue
    if (at > start && !isOneOf(BEFORE, source.charCodeAt(at - 1))) continue
    for (const { word, level } of BY_FIRST[first] ?? []) if (isWord(source, at, limit, word)) return level
  }
  return null
}

/** The bit by which small letters differ from capitals. */
const LOWER_CASE = 0x20
const LAST_LETTER = 0x7a

interface Candidate {
  readonly word: string
  readonly level: Level
}

/** Words by their first letter's code. */
const BY_FIRST: readonly (readonly Candidate[] | undefined)[] = byFirst()

function byFirst(): Candidate[][] {
  const table: Candidate[][] = Array.from({ length: 128 })
  for (const [word, level] of Object.entries(NAMES)) (table[word.charCodeAt(0)] ??= []).push({ word, level })
  return table
}

/** 1 for the codes that any of the words begins with. */
const IS_FIRST = Uint8Array.from(BY_FIRST, (candidates) => (candidates === undefined ? 0 : 1))

/** What may stand before a level and after it, by code; blanks may do both. */
const BEFORE = codesOf(/[\s[(|"=:<]/)
const AFTER = codesOf(/[\s\])|":,>]/)

function codesOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

const isOneOf = (codes: Uint8Array, code: number): boolean =>
  code < codes.length ? codes[code] === 1 : /\s/.test(String.fromCharCode(code))

/** Whether `word` stands at `at`, and what follows it ends a word. */
function isWord(source: string, at: number, limit: number, word: string): boolean {
  const end = at + word.length
  if (end > limit) return false
  for (let i = 1; i < word.length; i++)
    if ((source.charCodeAt(at + i) | LOWER_CASE) !== word.charCodeAt(i)) return false
  return end === limit || isOneOf(AFTER, source.charCodeAt(end))
}
