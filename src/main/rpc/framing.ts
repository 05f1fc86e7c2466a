const LF = 0x0a

/** 256 MiB: above any sane result, and its text still fits a JavaScript string with room to spare. */
export const DEFAULT_MAX_MESSAGE_BYTES = 256 * 1024 * 1024

/** What is kept of a line that was too long: enough to find the id of the message in. */
const EDGE_BYTES = 512

export interface Frames {
  onframe(line: string): void
  /** A line over the limit was dropped; `head` and `tail` are its first and last characters. */
  onoversize(bytes: number, head: string, tail: string): void
}

/**
 * Cuts a byte stream into lines. Chunks are kept in a list and joined once per line, so that a line of
 * 200 MB costs its own length; appending to one buffer per chunk would be quadratic.
 */
export class LineSplitter {
  readonly #frames: Frames
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #bytes = 0
  #head = ''
  #tail: Buffer = Buffer.alloc(0)

  constructor(frames: Frames, maxBytes = DEFAULT_MAX_MESSAGE_BYTES) {
    this.#frames = frames
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#append(chunk.subarray(start, end))
      this.#finish()
      start = end + 1
    }
    if (start < chunk.length) this.#append(chunk.subarray(start))
  }

  /** Forgets an unfinished line; returns how many bytes of it had come. */
  reset(): number {
    const bytes = this.#bytes
    this.#pieces = []
    this.#bytes = 0
    this.#head = ''
    this.#tail = Buffer.alloc(0)
    return bytes
  }

  #append(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes <= this.#maxBytes) {
      this.#pieces.push(piece)
      return
    }
    const recent = [...this.#pieces, this.#tail, piece]
    if (this.#head === '') this.#head = edge(recent, 'head').toString('latin1')
    this.#tail = edge(recent, 'tail')
    this.#pieces = []
  }

  #finish(): void {
    const pieces = this.#pieces
    const [head, tail] = [this.#head, this.#tail.toString('latin1')]
    const bytes = this.reset()
    if (bytes > this.#maxBytes) this.#frames.onoversize(bytes, head, tail)
    else if (bytes > 0) this.#frames.onframe(decode(pieces))
  }
}

function decode(pieces: Buffer[]): string {
  const [only] = pieces
  return pieces.length === 1 && only !== undefined
    ? only.toString('utf8')
    : Buffer.concat(pieces).toString('utf8')
}

/** The first or last bytes of a list of buffers, copied so that the buffers themselves can be freed. */
function edge(pieces: Buffer[], side: 'head' | 'tail'): Buffer {
  const chosen: Buffer[] = []
  let missing = EDGE_BYTES
  for (const piece of side === 'head' ? pieces : pieces.toReversed()) {
    if (missing <= 0) break
    const part = side === 'head' ? piece.subarray(0, missing) : piece.subarray(-missing)
    missing -= part.length
    chosen.push(part)
  }
  return Buffer.concat(side === 'head' ? chosen : chosen.reverse())
}

const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`
const ID = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.){0,200}")`
const ANSWER = String.raw`"(?:result|error)"\s*:`
/** The envelope in front of the answer, and behind it, in either order of its members. */
const LEADING = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*,\s*(?:${VERSION}\s*,\s*)?${ANSWER}`,
)
const TRAILING = [
  new RegExp(String.raw`,\s*(?:${VERSION}\s*,\s*)${ID}\s*\}\s*$`),
  new RegExp(String.raw`,\s*${ID}\s*,\s*${VERSION}\s*\}\s*$`),
]
const STARTS_WITH_ANSWER = new RegExp(String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?${ANSWER}`)

/**
 * The id of a response that was too long to be parsed, so that its request can fail at once instead of
 * waiting for its time limit; null where the line is no response or its id cannot be told for sure.
 * Only members next to the edges count, because a result may hold members called `id` of its own.
 */
export function responseIdFromEdges(head: string, tail: string): string | number | null {
  const trailing = () => TRAILING.map((pattern) => pattern.exec(tail)).find((match) => match !== null)
  const found = LEADING.exec(head) ?? (STARTS_WITH_ANSWER.test(head) ? trailing() : undefined)
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number)
}
