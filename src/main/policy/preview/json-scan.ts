import { Shape } from './shape.ts'

/** Values nested deeper than this are stepped over without a look. */
const DEEPEST = 64

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** How a scan ended: after a whole value, at the end of a text that is cut short, or at something that is not JSON. */
type ScanEnd = 'whole' | 'cut' | 'invalid'

export interface Scan {
  readonly shape: Shape
  readonly end: ScanEnd
  /** Where it ended, in UTF-16 units: after the value, or where the fault is. */
  readonly at: number
  /** How many objects say of themselves that they failed, and where the first of them begin. */
  readonly failures: Failures
}

export interface Failures {
  count: number
  readonly starts: number[]
}

const FAILURES_KEPT = 6
/** What tells how something went, and the words for badly. */
const OUTCOME_KEYS = new Set([
  'status',
  'state',
  'level',
  'severity',
  'outcome',
  'result',
  'conclusion',
  'lvl',
])
const FAILED = /^"(?:fail(?:ed|ure|ing)?|err(?:or)?|fatal|critical|crashed|panic|emergency|alert)"$/i
/** As pino and bunyan number `error` and `fatal`. */
const FAILED_LEVEL = /^[56]0$/

/** The value that begins at `start`, parsed; undefined where it is broken or longer than `most` UTF-16 units. */
export function valueAt(text: string, start: number, most: number): unknown {
  // The end of the stretch may cut the value: then it is too long.
  const stretch = text.slice(start, start + most)
  const { end, at } = scanJson(stretch, 0)
  try {
    return end === 'whole' ? JSON.parse(stretch.slice(0, at)) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Thrown to leave the recursion; never leaves this file. */
class Stopped extends Error {
  readonly reason: 'cut' | 'invalid'
  constructor(reason: 'cut' | 'invalid') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Looks through one JSON value from `start` on in a single pass, without building it: so numbers keep their spelling,
 * places are known, and a text that is cut short still shows its shape.
 */
export function scanJson(
  text: string,
  start = 0,
  shape = new Shape(),
  failures: Failures = { count: 0, starts: [] },
): Scan {
  const scanner = new Scanner(text, start, failures)
  try {
    scanner.value(shape, 0)
    return { shape, end: 'whole', at: scanner.at, failures }
  } catch (error) {
    if (error instanceof Stopped) return { shape, end: error.reason, at: scanner.at, failures }
    throw error
  }
}

class Scanner {
  readonly text: string
  at: number
  readonly failures: Failures
  /** Where the innermost object around `at` begins. */
  #objectStart = -1

  constructor(text: string, at: number, failures: Failures) {
    this.text = text
    this.at = at
    this.failures = failures
  }

  value(shape: Shape, depth: number): void {
    const code = this.#next()
    if (code === QUOTE) {
      const start = this.at
      this.#skipString()
      shape.strings.add(unescape(this.text.slice(start + 1, this.at - 1)))
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (depth >= DEEPEST) this.#skipNested()
      else if (code === OPEN_OBJECT) this.#object(shape, depth)
      else this.#array(shape, depth)
    } else {
      this.#scalar(shape, code)
    }
  }

  #object(shape: Shape, depth: number): void {
    let keys = 0
    const first = shape.objects === 0
    const around = this.#objectStart
    const objectStart = this.at
    this.#objectStart = objectStart
    try {
      this.at++
      if (this.#next() === CLOSE_OBJECT) return void this.at++
      for (;;) {
        if (this.#next() !== QUOTE) throw new Stopped('invalid')
        const start = this.at
        this.#skipString()
        const key = unescape(this.text.slice(start + 1, this.at - 1))
        this.#expect(COLON)
        keys++
        this.#next()
        const valueStart = this.at
        this.value(shape.field(key), depth + 1)
        if (first) shape.pairPlaces.add({ start, end: this.at })
        if (OUTCOME_KEYS.has(key)) this.#noteFailure(key, valueStart, objectStart)
        if (this.#endOrComma(CLOSE_OBJECT)) return
      }
    } finally {
      this.#objectStart = around
      shape.addObject(keys)
    }
  }

  #noteFailure(key: string, valueStart: number, start: number): void {
    const { failures } = this
    const outcome = this.text.slice(valueStart, Math.min(this.at, valueStart + 20))
    if (!FAILED.test(outcome) && !(key === 'level' && FAILED_LEVEL.test(outcome))) return
    failures.count++
    if (failures.starts.length < FAILURES_KEPT) failures.starts.push(start)
  }

  #array(shape: Shape, depth: number): void {
    let count = 0
    const first = shape.arrays === 0
    try {
      this.at++
      if (this.#next() === CLOSE_ARRAY) return void this.at++
      for (;;) {
        this.#next()
        const start = this.at
        this.value(shape.item(), depth + 1)
        count++
        if (first) shape.itemPlaces.add({ start, end: this.at })
        if (this.#endOrComma(CLOSE_ARRAY)) return
      }
    } finally {
      shape.addArray(count)
    }
  }

  #endOrComma(close: number): boolean {
    const code = this.#next()
    if (code !== close && code !== COMMA) throw new Stopped('invalid')
    this.at++
    return code === close
  }

  #expect(code: number): void {
    if (this.#next() !== code) throw new Stopped('invalid')
    this.at++
  }

  #scalar(shape: Shape, code: number): void {
    const { text } = this
    const start = this.at
    let end = start
    for (; end < text.length; end++) {
      const next = text.charCodeAt(end)
      if (next <= 32 || next === COMMA || next === CLOSE_ARRAY || next === CLOSE_OBJECT) break
    }
    const word = text.slice(start, end)
    const isNumber = code === 0x2d || (code >= 0x30 && code <= 0x39)
    // A word at the very end may go on beyond it: in a text that is cut short its value is not known.
    if (word === 'true' || word === 'false') {
      shape.booleans++
      if (word === 'true') shape.trues++
    } else if (word === 'null') {
      shape.nulls++
    } else if (isNumber && NUMBER.test(word)) {
      shape.numbers.add(word, this.#objectStart)
    } else {
      throw new Stopped(end === text.length && MAY_GO_ON.test(word) ? 'cut' : 'invalid')
    }
    this.at = end
  }

  /** Leaves `at` after the closing quote. */
  #skipString(): void {
    const { text } = this
    for (let quote = text.indexOf('"', this.at + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
      let before = quote - 1
      while (text.charCodeAt(before) === BACKSLASH) before--
      if ((quote - before) % 2 === 1) {
        this.at = quote + 1
        return
      }
    }
    this.at = text.length
    throw new Stopped('cut')
  }

  #skipNested(): void {
    let open = 0
    for (;;) {
      const code = this.#next()
      if (code === QUOTE) {
        this.#skipString()
        continue
      }
      this.at++
      if (code === OPEN_OBJECT || code === OPEN_ARRAY) open++
      else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --open === 0) return
    }
  }

  /** The next character that is not blank; `at` is on it. */
  #next(): number {
    const { text } = this
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at)
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code
    }
    throw new Stopped('cut')
  }
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const MAY_GO_ON = /^(-?\d*\.?\d*([eE][+-]?)?|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/

function unescape(body: string): string {
  if (!body.includes('\\')) return body
  try {
    return JSON.parse(`"${body}"`) as string
  } catch (error) {
    if (error instanceof SyntaxError) return body
    throw error
  }
}
