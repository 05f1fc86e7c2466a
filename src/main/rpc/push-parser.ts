import { exactNumber } from './json.ts'
import { LONG_TEXT_UNITS, LongText } from './long-text.ts'

type Container = unknown[] | Record<string, unknown>

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const LITERALS: ReadonlyMap<number, string> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word]),
)
// oxlint-disable-next-line no-control-regex -- JSON forbids them inside strings
const NOT_PLAIN = /[\u0000-\u001f\\]/
const ESCAPE_LENGTH = 6
/** Nothing is that exact; without a limit a hostile one would be read again with every piece. */
const MAX_NUMBER_LENGTH = 65_536

/**
 * A JSON parser that takes its text in pieces, each in time proportional to its length, so that a message of
 * 200 MB neither stops the event loop nor has to be held in memory as a whole beside what is made of it. Slower
 * than `JSON.parse` for what that does in a few milliseconds. Numbers keep their spelling as in `parseJson`.
 */
export class PushParser {
  #text = ''
  #at = 0
  readonly #stack: Container[] = []
  /** The key that awaits its value, for each object of the stack. */
  readonly #keys: string[] = []
  #expects: 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'comma' | 'end' = 'value'
  #result: unknown
  /** What was read of a string whose end is still to come; null outside of strings. */
  #string: string | null = null
  /** The same, once it is long. */
  #long: LongText | null = null
  #length = 0
  readonly #longTexts: boolean

  /** @param longTexts gives a value that is a very long string as a `LongText` */
  constructor(longTexts = false) {
    this.#longTexts = longTexts
  }

  /** @throws SyntaxError where the text so far cannot become JSON */
  push(piece: string): void {
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + piece : piece
    this.#at = 0
    this.#length += piece.length
    while (this.#step(false));
  }

  /** The parsed value. @throws SyntaxError where the text ended too early */
  finish(): unknown {
    while (this.#step(true));
    if (this.#expects !== 'end' || this.#at < this.#text.length)
      throw new SyntaxError('Unexpected end of JSON input')
    return this.#result
  }

  /** Reads one token; false where the rest of the text is not a whole one. */
  #step(final: boolean): boolean {
    if (this.#string !== null) return this.#readString()
    const code = this.#nextCode()
    if (Number.isNaN(code)) return false
    switch (this.#expects) {
      case 'first item':
        return code === CLOSE_ARRAY ? this.#close() : this.#readValue(code, final)
      case 'value':
        return this.#readValue(code, final)
      case 'first key':
        return code === CLOSE_OBJECT ? this.#close() : this.#openString(code)
      case 'key':
        return this.#openString(code)
      case 'colon':
        return code === COLON ? this.#skip('value') : this.#fail()
      case 'comma':
        return this.#readSeparator(code)
      default:
        return this.#fail()
    }
  }

  /** The first character that is no white space; NaN at the end of the text. */
  #nextCode(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
      this.#at++
    }
  }

  #readValue(code: number, final: boolean): boolean {
    if (code === QUOTE) return this.#openString(code)
    if (code === OPEN_OBJECT) return this.#open({}, 'first key')
    if (code === OPEN_ARRAY) return this.#open([], 'first item')
    const literal = LITERALS.get(code)
    return literal === undefined ? this.#readNumber(final) : this.#readLiteral(literal)
  }

  #readSeparator(code: number): boolean {
    const isArray = Array.isArray(this.#stack.at(-1))
    if (code === COMMA) return this.#skip(isArray ? 'value' : 'key')
    return code === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT) ? this.#close() : this.#fail()
  }

  #readLiteral(literal: string): boolean {
    const found = this.#text.slice(this.#at, this.#at + literal.length)
    if (!literal.startsWith(found)) return this.#fail()
    if (found.length < literal.length) return false
    this.#at += literal.length
    return this.#add(literal === 'null' ? null : literal === 'true')
  }

  #readNumber(final: boolean): boolean {
    let end = this.#at
    while (mayBeInNumber(this.#text.charCodeAt(end))) end++
    if (end - this.#at > MAX_NUMBER_LENGTH) throw new SyntaxError('Number too long in JSON')
    if (end === this.#text.length && !final) return false
    const spelled = this.#text.slice(this.#at, end)
    if (!NUMBER.test(spelled)) return this.#fail()
    this.#at = end
    return this.#add(exactNumber(spelled))
  }

  #openString(code: number): boolean {
    if (code !== QUOTE) return this.#fail()
    this.#at++
    this.#string = ''
    return this.#readString()
  }

  /** Takes what there is of a string, but for an escape sequence that is not all there. */
  #readString(): boolean {
    const close = this.#text.indexOf('"', this.#at)
    const end = this.#endOfString(close)
    const isWhole = end !== -1
    const until = isWhole ? end : beforeOpenEscape(this.#text, this.#at)
    if (until > this.#at) {
      this.#extendString(unescape(this.#text.slice(this.#at, until)))
      this.#at = until
    }
    if (!isWhole) return false
    this.#at++
    const whole = this.#string ?? ''
    const long = this.#long
    this.#string = this.#long = null
    if (this.#expects !== 'key' && this.#expects !== 'first key') return this.#add(long?.end() ?? whole)
    this.#keys.push(whole)
    this.#expects = 'colon'
    return true
  }

  #extendString(piece: string): void {
    if (this.#long) return this.#long.push(piece)
    // A rope of pieces, which is not copied before somebody looks into it.
    const string = (this.#string ?? '') + piece
    this.#string = string
    const isKey = this.#expects === 'key' || this.#expects === 'first key'
    if (!this.#longTexts || isKey || string.length < LONG_TEXT_UNITS) return
    this.#long = new LongText()
    this.#long.push(string)
    this.#string = ''
  }

  #endOfString(firstQuote: number): number {
    for (let quote = firstQuote; quote !== -1; quote = this.#text.indexOf('"', quote + 1)) {
      let before = quote - 1
      while (before >= this.#at && this.#text.charCodeAt(before) === BACKSLASH) before--
      if ((quote - before) % 2 === 1) return quote
    }
    return -1
  }

  #open(container: Container, expects: 'first key' | 'first item'): boolean {
    this.#stack.push(container)
    return this.#skip(expects)
  }

  #close(): boolean {
    const closed = this.#stack.pop()
    this.#at++
    return this.#add(closed)
  }

  #add(value: unknown): boolean {
    const parent = this.#stack.at(-1)
    this.#expects = parent === undefined ? 'end' : 'comma'
    if (parent === undefined) this.#result = value
    else if (Array.isArray(parent)) parent.push(value)
    else setOwn(parent, this.#keys.pop() ?? '', value)
    return true
  }

  #skip(expects: 'value' | 'key' | 'first key' | 'first item'): boolean {
    this.#at++
    this.#expects = expects
    return true
  }

  #fail(): never {
    const position = this.#length - this.#text.length + this.#at
    throw new SyntaxError(
      `Unexpected ${JSON.stringify(this.#text[this.#at])} in JSON at position ${position}`,
    )
  }
}

/** Digits, sign, point and exponent: as far as a number might go that is still being written. */
function mayBeInNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x2d ||
    code === 0x2b ||
    (code | 0x20) === 0x65
  )
}

/** Where a piece of a string can be cut: at its end, or before an escape sequence that is not complete. */
function beforeOpenEscape(text: string, start: number): number {
  const window = Math.max(start, text.length - ESCAPE_LENGTH)
  const backslash = text.indexOf('\\', window)
  if (backslash === -1) return text.length
  let first = backslash
  while (first > start && text[first - 1] === '\\') first--
  for (let at = first; at < text.length; at++) {
    if (text[at] !== '\\') continue
    const length = text[at + 1] === 'u' ? ESCAPE_LENGTH : 2
    if (at + length > text.length) return at
    at += length - 1
  }
  return text.length
}

/** `JSON.parse` knows the escape sequences, and refuses control characters. */
const unescape = (piece: string) => (NOT_PLAIN.test(piece) ? (JSON.parse(`"${piece}"`) as string) : piece)

function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}
