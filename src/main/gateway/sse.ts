import type { Readable } from 'node:stream'
import { JsonAssembler } from '../rpc/json-assembler.ts'

const NOTHING = Buffer.alloc(0)
const [LF, CR, COLON, SPACE] = [0x0a, 0x0d, 0x3a, 0x20]
/** Of a line that is not data, nothing that is wanted is longer. */
const MAX_FIELD_BYTES = 64 * 1024

export interface JsonEventHandlers {
  /** An event's data, as JSON; very long strings in it are `LongText`. */
  onvalue(value: unknown): void
  onmalformed(error: unknown): void
  /** Where to resume the stream, from the next event on. */
  onid(id: string): void
  /** The server wants this many milliseconds between reconnections. */
  onretry(milliseconds: number): void
}

/** Reads server-sent events of JSON until the stream ends. @throws where one event is longer than `maxBytes` */
export async function readJsonEvents(
  stream: Readable,
  handlers: JsonEventHandlers,
  maxBytes: number,
): Promise<void> {
  const reader = new JsonEventReader(handlers, maxBytes)
  for await (const chunk of stream as AsyncIterable<Buffer>) reader.push(chunk)
}

/**
 * The event stream format, with the data of each event parsed while it arrives: a parser of the format alone hands over one string,
 * which of a message of 200 MB is too much to hold beside what is made of it.
 */
export class JsonEventReader {
  readonly #handlers: JsonEventHandlers
  readonly #maxBytes: number
  #data = new JsonAssembler(true)
  #bytes = 0
  #dataLines = 0
  #id: string | null = null
  /** The line that is being read: its field's name is still to come, it is data, or it is another field. */
  #line: 'unknown' | 'data' | 'other' = 'unknown'
  /** What is held of it: all, where it is not data. */
  #held: Buffer = NOTHING
  #afterCr = false
  #atStart = true

  constructor(handlers: JsonEventHandlers, maxBytes: number) {
    this.#handlers = handlers
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    let start = 0
    if (this.#afterCr && chunk[0] === LF) start = 1
    this.#afterCr = false
    while (start < chunk.length) {
      const end = endOfLine(chunk, start)
      this.#extend(chunk.subarray(start, end === -1 ? chunk.length : end))
      if (end === -1) return
      this.#endLine()
      const isCr = chunk[end] === CR
      start = end + (isCr && chunk[end + 1] === LF ? 2 : 1)
      this.#afterCr = isCr && end + 1 === chunk.length
    }
  }

  #extend(piece: Buffer): void {
    if (this.#line === 'data') return this.#addData(piece)
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece])
    if (this.#line === 'unknown') this.#recognise()
    if (this.#line === 'other' && this.#held.length > MAX_FIELD_BYTES)
      this.#held = this.#held.subarray(0, MAX_FIELD_BYTES)
  }

  /** Data is not held until its line ends. */
  #recognise(): void {
    if (this.#atStart && this.#held.length >= BOM.length) {
      this.#atStart = false
      if (this.#held.subarray(0, BOM.length).equals(BOM)) this.#held = this.#held.subarray(BOM.length)
    }
    // Whether a space follows is known one byte later.
    if (this.#held.length < DATA.length + 1) return
    if (!this.#held.subarray(0, DATA.length).equals(DATA)) {
      this.#line = 'other'
      return
    }
    this.#line = 'data'
    this.#beginData()
    this.#addData(withoutSpace(this.#held.subarray(DATA.length)))
    this.#held = NOTHING
  }

  /** The lines of an event's data are joined by line feeds. */
  #beginData(): void {
    if (this.#dataLines++ > 0) this.#addData(NEWLINE)
  }

  #addData(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) throw new Error(`an event is over the limit of ${this.#maxBytes} bytes`)
    if (piece.length > 0) this.#data.push(piece)
  }

  #endLine(): void {
    if (this.#line !== 'data') {
      if (this.#held.length === 0) this.#dispatch()
      else this.#takeField(this.#held)
    }
    this.#line = 'unknown'
    this.#held = NOTHING
    this.#atStart = false
  }

  #takeField(line: Buffer): void {
    const colon = line.indexOf(COLON)
    const name = line.toString('utf8', 0, colon === -1 ? line.length : colon)
    const value = colon === -1 ? '' : withoutSpace(line.subarray(colon + 1)).toString('utf8')
    if (name === 'data') {
      this.#beginData()
      this.#addData(Buffer.from(value))
    } else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.#handlers.onretry(Number(value))
  }

  /** The end of an event. One without data only says where to resume from. */
  #dispatch(): void {
    const [data, hasData, id] = [this.#data, this.#dataLines > 0, this.#id]
    this.#data = new JsonAssembler(true)
    this.#bytes = 0
    this.#dataLines = 0
    this.#id = null
    if (id !== null) this.#handlers.onid(id)
    if (!hasData) return
    let value: unknown
    try {
      value = data.finish()
    } catch (error) {
      return this.#handlers.onmalformed(error)
    }
    if (value !== undefined) this.#handlers.onvalue(value)
  }
}

const DATA = Buffer.from('data:')
const BOM = Buffer.from('\uFEFF')
const NEWLINE = Buffer.from('\n')

const withoutSpace = (value: Buffer) => (value[0] === SPACE ? value.subarray(1) : value)

/** Where the first line ends in `chunk`; -1 where it goes on after it. */
function endOfLine(chunk: Buffer, start: number): number {
  const lf = chunk.indexOf(LF, start)
  const before = lf === -1 ? chunk : chunk.subarray(0, lf)
  const cr = before.indexOf(CR, start)
  return cr === -1 ? lf : cr
}
