/** A repeatable stream of numbers in [0, 1): mulberry32. Two runs of a benchmark store the same bytes. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const LEVELS = ['INFO', 'INFO', 'INFO', 'INFO', 'DEBUG', 'DEBUG', 'WARN', 'ERROR']
const PATHS = ['/orders', '/orders/export', '/customers', '/invoices', '/stock/levels', '/health']

/** Text as servers log it: it compresses to about a quarter, and one line in eight is an error. */
export function logText(bytes: number, seed = 1): Buffer {
  const random = randomNumbers(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const text = Buffer.allocUnsafe(bytes)
  let time = Date.UTC(2026, 10, 21, 2)
  for (let at = 0; at < bytes;) {
    time += below(900)
    const id = Math.floor(random() * 0xffffffff).toString(16)
    const fault = below(400) === 0 ? ' — connection reset by peer' : ''
    at += text.write(
      `${new Date(time).toISOString()} ${LEVELS[below(LEVELS.length)]} worker-${below(16)} request=${id} ` +
        `${PATHS[below(PATHS.length)]}/${below(100_000)} status=${below(9) === 0 ? 503 : 200} took ${below(2_000)} ms${fault}\n`,
      at,
    )
  }
  // A character that did not fit at the end was left out by `write`, which leaves what memory held before.
  return text.fill('\n', text.lastIndexOf(10) + 1)
}

/** Contents that are all different, cut from one text at different places: making them costs next to nothing. */
export class UniqueContents {
  readonly #pool: Buffer
  #made = 0

  constructor(largest: number) {
    this.#pool = logText(largest + (1 << 20))
  }

  next(bytes: number): Buffer {
    const serial = ++this.#made
    const start = (serial * 7_919) % (this.#pool.length - bytes)
    const content = Buffer.from(this.#pool.subarray(start, start + bytes))
    // A cut may fall inside a character; ASCII in its place keeps the whole valid text.
    content.fill('.', 0, 4)
    content.fill('.', bytes - 4)
    content.write(`#${process.pid}-${serial} `)
    return content
  }
}

/** Log text, with or without a character that takes more than a byte in a string of V8's. */
export function largeText(bytes: number, ascii: boolean): Buffer {
  const text = logText(bytes)
  if (ascii) for (let at = 0; at < text.length; at++) if ((text[at] ?? 0) > 0x7f) text[at] = 0x2d
  return text
}
