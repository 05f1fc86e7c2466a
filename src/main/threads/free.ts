/**
 * Gives memory back at once, where these bytes are all that is in it: nobody may read them any more. What is left to the collector
 * piles up to tens of megabytes in each thread, since bytes do not count as much as what its heap holds.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0)
}

/** The same pieces, each freed when the next one is asked for: for whoever copies them as they come. */
export async function* freeing(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    free(piece)
  }
}
