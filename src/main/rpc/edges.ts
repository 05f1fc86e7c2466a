/** What is kept of a line: enough to name it in a message, or to find the id of a response in. */
const EDGE_BYTES = 512

/** The first and last bytes of a line whose middle is not kept. */
export class Edges {
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer = Buffer.alloc(0)

  push(piece: Buffer): void {
    // Copied, so that the buffers themselves can be freed.
    if (this.#head.length < EDGE_BYTES)
      this.#head = Buffer.concat([this.#head, piece.subarray(0, EDGE_BYTES - this.#head.length)])
    const tail = piece.subarray(-EDGE_BYTES)
    this.#tail =
      tail.length === EDGE_BYTES ? Buffer.from(tail) : Buffer.concat([this.#tail, tail]).subarray(-EDGE_BYTES)
  }

  get head(): string {
    return this.#head.toString('latin1')
  }

  get tail(): string {
    return this.#tail.toString('latin1')
  }
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
