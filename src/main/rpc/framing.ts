import { Edges } from './edges.ts'
import { parseJson } from './json.ts'
import { JsonAssembler } from './json-assembler.ts'

const LF = 0x0a
const BRACE = 0x7b

/** 256 MiB: above any sane result, and its text still fits a JavaScript string with room to spare. */
export const DEFAULT_MAX_MESSAGE_BYTES = 256 * 1024 * 1024

export interface LineHandlers {
  onvalue(value: unknown): void
  onmalformed(start: string, error: unknown): void
  /** A line over the limit was dropped. */
  onoversize(bytes: number, edges: Edges): void
}

/**
 * Cuts a byte stream into lines of JSON, in time linear to its length: what was read of a line is kept as a
 * list or parsed at once, never appended to one growing buffer.
 */
export class JsonLineReader {
  readonly #handlers: LineHandlers
  readonly #maxBytes: number
  readonly #longTexts: boolean
  #document: JsonAssembler
  #edges = new Edges()
  #bytes = 0

  constructor(handlers: LineHandlers, maxBytes = DEFAULT_MAX_MESSAGE_BYTES, longTexts = false) {
    this.#handlers = handlers
    this.#maxBytes = maxBytes
    this.#longTexts = longTexts
    this.#document = new JsonAssembler(longTexts)
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const line = chunk.subarray(start, end)
      if (this.#bytes === 0 && line.length <= this.#maxBytes) this.#read(line)
      else {
        this.#append(line)
        this.#finish()
      }
      start = end + 1
    }
    if (start < chunk.length) this.#append(chunk.subarray(start))
  }

  /** Forgets an unfinished line; returns how many bytes of it had come. */
  reset(): number {
    const bytes = this.#bytes
    this.#document = new JsonAssembler(this.#longTexts)
    this.#edges = new Edges()
    this.#bytes = 0
    return bytes
  }

  /** A line that came whole, as most do: nothing of it has to be kept for later. */
  #read(line: Buffer): void {
    const text = line.toString('utf8')
    // Most begin with a brace, and are not looked through for white space.
    if (text.charCodeAt(0) !== BRACE && text.trim() === '') return
    let value: unknown
    try {
      value = parseJson(text)
    } catch (error) {
      const edges = new Edges()
      edges.push(line)
      this.#handlers.onmalformed(edges.head, error)
      return
    }
    this.#handlers.onvalue(value)
  }

  #append(piece: Buffer): void {
    this.#bytes += piece.length
    this.#edges.push(piece)
    if (this.#bytes <= this.#maxBytes) this.#document.push(piece)
    // What was made of the line so far is freed as soon as it is known to be in vain.
    else this.#document = new JsonAssembler(this.#longTexts)
  }

  #finish(): void {
    const [document, edges] = [this.#document, this.#edges]
    const bytes = this.reset()
    if (bytes > this.#maxBytes) {
      this.#handlers.onoversize(bytes, edges)
      return
    }
    let value: unknown
    try {
      value = document.finish()
    } catch (error) {
      this.#handlers.onmalformed(edges.head, error)
      return
    }
    if (value !== undefined) this.#handlers.onvalue(value)
  }
}
