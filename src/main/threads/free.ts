/**
 * Gives memory back at once, where these bytes are all that is in it: nobody may read them any more. What is left to the collector
 * piles up to tens of megabytes in each thread, since bytes do not count as much as what its heap holds.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0)
}

/**
 * A first piece and the rest, each freed when the next one is asked for: for whoever copies them as they come. No generator, which would
 * cost three promises for each.
 */
export function freeing(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  let given: Uint8Array | null = null
  const give = (next: IteratorResult<Uint8Array>) => {
    given = next.done ? new Uint8Array(0) : next.value
    return next
  }
  const next = () => {
    if (given === null) return Promise.resolve(give({ done: false, value: first }))
    free(given)
    return rest.next().then(give)
  }
  const end = async () => (await rest.return?.()) ?? { done: true as const, value: undefined }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}
