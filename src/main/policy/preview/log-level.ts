import { Counts } from './counts.ts'

/** The words that name a level, and what each is counted under. */
const WORDS = {
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

type LevelName = (typeof WORDS)[keyof typeof WORDS]

const FAULTS: ReadonlySet<LevelName> = new Set(['ERROR', 'FATAL', 'CRITICAL', 'PANIC'])

/** One object for each level. */
export interface Level {
  readonly name: LevelName
  readonly isFault: boolean
  /** Its place among all levels. */
  readonly index: number
}

const LEVELS: readonly Level[] = [...new Set(Object.values(WORDS))].map((name, index) => ({
  name,
  isFault: FAULTS.has(name),
  index,
}))

/** A level begins in so many bytes at the start of its line. */
const WITHIN = 80
/** The letters of the shortest name: where every third byte is no letter, there is none. */
const SHORTEST = 3

/**
 * The level that a line of UTF-8 names near its start, in whatever case; null where it names none. It is asked of every line of a log,
 * so it looks at every third byte only, up to a letter, and then at the word around that.
 */
export function levelOf(bytes: Uint8Array, start = 0, end = bytes.length): Level | null {
  const limit = start + WITHIN
  // Before `from` no name begins that is still to be looked at.
  for (let from = start; from < limit;) {
    const at = from + SHORTEST - 1
    if (at >= end) return null
    if (IS_LETTER[bytes[at] as number] === 0) {
      from = at + 1
      continue
    }
    let word = at
    while (word > from && IS_LETTER[bytes[word - 1] as number] === 1) word--
    let wordEnd = at + 1
    while (wordEnd < end && IS_LETTER[bytes[wordEnd] as number] === 1) wordEnd++
    const level = word < limit ? named(bytes, word, wordEnd) : null
    if (
      level !== null &&
      (word === start || isOneOf(BEFORE, bytes, word - 1)) &&
      (wordEnd === end || isOneOf(AFTER, bytes, wordEnd))
    )
      return level
    from = wordEnd + 1
  }
  return null
}

/** The bit by which small letters differ from capitals. */
const LOWER_CASE = 0x20
const NOT_ASCII = 0x80

interface Candidate {
  readonly word: string
  readonly level: Level
}

/** Words by their first letter's code. */
const BY_FIRST: readonly (readonly Candidate[])[] = Array.from({ length: NOT_ASCII }, (_, code) =>
  Object.entries(WORDS).flatMap(([word, name]) => {
    const level = LEVELS.find((one) => one.name === name)
    return level !== undefined && word.charCodeAt(0) === code ? [{ word, level }] : []
  }),
)

/** The level that a word is the name of; null for other words. */
function named(bytes: Uint8Array, start: number, end: number): Level | null {
  const candidates = BY_FIRST[(bytes[start] as number) | LOWER_CASE] ?? []
  for (let i = 0; i < candidates.length; i++) {
    const { word, level } = candidates[i] as Candidate
    if (word.length === end - start && isWord(bytes, start, word)) return level
  }
  return null
}

function isWord(bytes: Uint8Array, start: number, word: string): boolean {
  for (let i = 1; i < word.length; i++)
    if (((bytes[start + i] as number) | LOWER_CASE) !== word.charCodeAt(i)) return false
  return true
}

const IS_LETTER = codesOf(/[a-z]/i)
/** What may stand before a level and after it, by code; blanks may do both. */
const BEFORE = codesOf(/[\s[(|"=:<]/)
const AFTER = codesOf(/[\s\])|":,>]/)

function codesOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) =>
    code < NOT_ASCII && pattern.test(String.fromCharCode(code)) ? 1 : 0,
  )
}

function isOneOf(codes: Uint8Array, bytes: Uint8Array, at: number): boolean {
  const code = bytes[at] as number
  return code < NOT_ASCII ? codes[code] === 1 : /\s/.test(characterAround(bytes, at))
}

/** The character that a byte belongs to. */
function characterAround(bytes: Uint8Array, at: number): string {
  const continues = (offset: number) => ((bytes[offset] ?? 0) & 0xc0) === NOT_ASCII
  let start = at
  while (continues(start)) start--
  let end = start + 1
  while (continues(end)) end++
  return decoder.decode(bytes.subarray(start, end))
}

/** A byte order mark is a blank, too. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Counts levels line by line, without a look at their names. */
export class LevelCounts {
  readonly #times = new Uint32Array(LEVELS.length)
  /** In order of appearance. */
  readonly #seen: Level[] = []

  add(level: Level): void {
    const before = this.#times[level.index] as number
    if (before === 0) this.#seen.push(level)
    this.#times[level.index] = before + 1
  }

  byName(): Counts {
    const counts = new Counts()
    for (const { name, index } of this.#seen) counts.add(name, this.#times[index])
    return counts
  }
}
