import { isAscii } from 'node:buffer'
import type { OperationOutput } from '../../../shared/contract.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import type { StoredChunk } from '../chunks.ts'

type OutlineItem = OperationOutput<'outlineEntry'>['items'][number]
type JsonType = OutlineItem['type']

/** Where an outline begins, or goes on. */
export interface OutlineFrom {
  /** The first character to look at. */
  readonly char: number
  /** The container whose members come next; null where `char` is where a value begins. */
  readonly inside: 'object' | 'array' | null
  /** Of the next member. */
  readonly index: number
}

/** What is shown of a member before it is opened, in bytes of its source. */
const SOURCE_BYTES = 160
const KEY_BYTES = 1_024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const opens = (byte: number) => byte === 0x7b || byte === 0x5b
const closes = (byte: number) => byte === 0x7d || byte === 0x5d
const COMMA = 0x2c
const COLON = 0x3a

/** The type of a value by its first byte; null where no value begins so. */
function typeAt(byte: number): JsonType | null {
  if (byte === 0x7b) return 'object'
  if (byte === 0x5b) return 'array'
  if (byte === QUOTE) return 'string'
  if (byte === 0x74 || byte === 0x66) return 'boolean'
  if (byte === 0x6e) return 'null'
  return byte === 0x2d || (byte >= 0x30 && byte <= 0x39) ? 'number' : null
}

/** The first bytes of something longer. */
class Prefix {
  readonly #bytes: Uint8Array
  #length = 0
  cut = false

  constructor(size: number) {
    this.#bytes = new Uint8Array(size)
  }

  clear(): void {
    this.#length = 0
    this.cut = false
  }

  add(byte: number): void {
    if (this.#length < this.#bytes.length) this.#bytes[this.#length++] = byte
    else this.cut = true
  }

  get text(): string {
    const text = Buffer.from(this.#bytes.subarray(0, this.#length)).toString('utf8')
    // The last character may have been cut in two.
    return this.cut ? text.replace(/\uFFFD+$/, '') : text
  }
}

/**
 * The members of one JSON object or array, each with its place in the source, found by walking over the bytes: nothing is parsed
 * that is not shown, so a text of 100 MB costs a second and no memory. UTF-8 only. A lazy tree and its coverage are made of these.
 */
export class Outline {
  readonly #limit: number
  readonly #items: OutlineItem[] = []
  readonly #source = new Prefix(SOURCE_BYTES)
  readonly #key = new Prefix(KEY_BYTES)
  #inside: OutlineFrom['inside']
  #char: number
  #begun = false
  /** After the last member that was listed. */
  #listed: number
  #index: number
  /** 1: among the members themselves; 0: the value has not begun or is over. */
  #depth: number
  #inString = false
  #escaped = false
  #expectsKey: boolean
  #inKey = false
  #member: { type: JsonType; start: number; members: number; filled: boolean } | null = null
  #alone: OutlineItem | null = null
  #done = false

  constructor(from: OutlineFrom, limit: number) {
    this.#limit = limit
    this.#inside = from.inside
    this.#char = from.char
    this.#listed = from.char
    this.#index = from.index
    this.#depth = from.inside === null ? 0 : 1
    this.#expectsKey = from.inside === 'object'
  }

  /** Takes the next bytes of the content; true once nothing more is needed. */
  push({ bytes, charStart }: StoredChunk): boolean {
    // Characters of the first chunk that lie before the beginning.
    let skip = this.#begun ? 0 : this.#char - charStart
    this.#begun = true
    const ascii = isAscii(bytes)
    for (let i = 0; i < bytes.length && !this.#done; i++) {
      if (this.#depth > 1 && this.#member?.filled === true && this.#source.cut) {
        const passed = this.#passNested(bytes, i)
        this.#char += ascii ? passed - i : countBegun(bytes, i, passed)
        i = passed
        if (i === bytes.length) break
      }
      const byte = bytes[i] as number
      const begins = (byte & 0xc0) !== 0x80
      if (skip > 0 || (skip === 0 && !begins && this.#member === null && !this.#inKey)) {
        if (begins) skip--
        continue
      }
      this.#take(byte)
      if (begins) this.#char++
    }
    return this.#done
  }

  result(): Omit<OperationOutput<'outlineEntry'>, 'nextCursor'> & { next: OutlineFrom | null } {
    if (!this.#done && this.#member !== null && this.#depth <= 1) this.#endMember(this.#char)
    const full = this.#items.length >= this.#limit && this.#depth > 0
    const next = full ? { char: this.#listed, inside: this.#inside, index: this.#index } : null
    const type = this.#inside ?? this.#alone?.type ?? 'null'
    return { type, items: this.#items, count: full ? null : this.#index, next }
  }

  #take(byte: number): void {
    if (this.#inString) return this.#takeInString(byte)
    if (this.#depth === 0) return this.#open(byte)
    if (this.#depth > 1) return this.#takeNested(byte)
    if (this.#member !== null) {
      // A number or a word ends where something else begins.
      if (!isSpace(byte) && byte !== COMMA && !closes(byte)) return this.#source.add(byte)
      this.#endMember(this.#char)
      if (this.#done) return
    }
    if (closes(byte)) {
      this.#depth = 0
      this.#done = true
    } else if (byte === COMMA) this.#expectsKey = this.#inside === 'object'
    else if (!isSpace(byte) && byte !== COLON) this.#beginMember(byte)
  }

  /** The value whose members are wanted. */
  #open(byte: number): void {
    if (isSpace(byte)) return
    const type = typeAt(byte)
    // A byte order mark.
    if (byte >= 0x80) return
    if (type === null) throw notJson(this.#char)
    if (type === 'object' || type === 'array') {
      this.#inside = type
      this.#depth = 1
      this.#expectsKey = type === 'object'
      return
    }
    // A value without members: there is nothing to list, and that is the answer.
    this.#alone = { key: null, index: 0, type, count: null, source: '', cut: false, span: [0, 0] }
    this.#done = true
  }

  #beginMember(byte: number): void {
    if (this.#expectsKey) {
      if (byte !== QUOTE) throw notJson(this.#char)
      this.#key.clear()
      this.#inKey = true
      this.#inString = true
      return
    }
    const type = typeAt(byte)
    if (type === null) throw notJson(this.#char)
    this.#source.clear()
    this.#source.add(byte)
    this.#member = { type, start: this.#char, members: 0, filled: false }
    if (type === 'string') this.#inString = true
    else if (opens(byte)) this.#depth = 2
  }

  #takeInString(byte: number): void {
    const ends = !this.#escaped && byte === QUOTE
    this.#escaped = !this.#escaped && byte === BACKSLASH
    if (this.#inKey) {
      if (!ends) return this.#key.add(byte)
      this.#inKey = false
      this.#inString = false
      this.#expectsKey = false
      return
    }
    this.#source.add(byte)
    if (!ends) return
    this.#inString = false
    if (this.#depth === 1) this.#endMember(this.#char + 1)
  }

  #takeNested(byte: number): void {
    this.#source.add(byte)
    const member = this.#member
    if (byte === QUOTE) this.#inString = true
    if (opens(byte)) this.#depth++
    else if (closes(byte)) {
      this.#depth--
      if (this.#depth === 1) this.#endMember(this.#char + 1)
      return
    }
    if (member === null || this.#depth > 3 || isSpace(byte)) return
    if (this.#depth === 2 && byte === COMMA) member.members++
    else member.filled = true
  }

  /**
   * Passes over the inside of a member of which enough is known, up to the bracket that ends it or to the end of the bytes: nearly
   * all of a large content goes by here, so it is a loop over locals.
   */
  #passNested(bytes: Uint8Array, from: number): number {
    let inString = this.#inString
    let escaped = this.#escaped
    let depth = this.#depth
    let members = 0
    let at = from
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) inString = true
      else if (byte === COMMA) {
        if (depth === 2) members++
      } else if (opens(byte)) depth++
      else if (closes(byte)) {
        if (depth === 2) break
        depth--
      }
    }
    this.#inString = inString
    this.#escaped = escaped
    this.#depth = depth
    if (this.#member !== null) this.#member.members += members
    return at
  }

  #endMember(end: number): void {
    const member = this.#member
    if (member === null) return
    const { type, start, members, filled } = member
    const nested = type === 'object' || type === 'array'
    this.#items.push({
      key: this.#inside === 'object' ? keyText(this.#key) : null,
      index: this.#index++,
      type,
      count: nested ? members + (filled ? 1 : 0) : null,
      source: this.#source.text,
      cut: this.#source.cut,
      span: [start, end],
    })
    this.#member = null
    this.#expectsKey = false
    this.#listed = end
    if (this.#items.length >= this.#limit) this.#done = true
  }
}

function countBegun(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) if (((bytes[i] as number) & 0xc0) !== 0x80) count++
  return count
}

function keyText(key: Prefix): string {
  if (key.cut) return `${key.text}…`
  try {
    return JSON.parse(`"${key.text}"`) as string
  } catch {
    // A key that JavaScript cannot read is shown as it is written.
    return key.text
  }
}

const notJson = (char: number) =>
  new SpillwayError(
    'invalid_input',
    `The content is not JSON: no value begins at character ${char}.`,
    'Look at it as text.',
  )
