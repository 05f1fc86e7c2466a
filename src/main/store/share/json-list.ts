/** The text of a JSON array inside another text, item by item. */
export function* listed(before: string, items: Iterable<unknown>, after: string): Generator<string> {
  yield before
  let first = true
  for (const item of items) {
    yield `${first ? '' : ','}\n${JSON.stringify(item)}`
    first = false
  }
  yield after
}
