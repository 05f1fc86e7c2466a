const KEPT_BYTES = 64 * 1024

/** The last 64 KiB of a stream, however much flows through it. */
export class RingLog {
  #pieces: Buffer[] = []
  #bytes = 0
  #cut = false

  push(chunk: Buffer): void {
    // Copied: a slice would keep the whole buffer that it was read into.
    this.#pieces.push(Buffer.from(chunk.subarray(-KEPT_BYTES)))
    this.#bytes += chunk.length
    for (
      let first = this.#pieces[0];
      first && this.#bytes - first.length >= KEPT_BYTES;
      [first] = this.#pieces
    ) {
      this.#pieces.shift()
      this.#bytes -= first.length
      this.#cut = true
    }
  }

  /** The kept text; from the first whole line on where something was dropped before it. */
  text(): string {
    const text = Buffer.concat(this.#pieces).subarray(-KEPT_BYTES).toString('utf8')
    if (!this.#cut && this.#bytes <= KEPT_BYTES) return text
    return `[…]\n${text.slice(text.indexOf('\n') + 1)}`
  }

  /** The last line that says something, for an error message. */
  lastLine(): string | null {
    return this.text().trimEnd().split('\n').at(-1)?.trim() || null
  }
}
