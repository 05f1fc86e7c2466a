/** A line of a file; null where it is longer than any that is looked at. */
export interface Line {
  readonly text: string | null
}

/** In UTF-16 units: images lie in transcripts as base64. */
const LONGEST = 32 * 1024 * 1024

/** The lines of a text that comes in pieces. Of one that does not end nothing is kept, so that memory does not follow it. */
export async function* linesOf(pieces: AsyncIterable<string>, longest = LONGEST): AsyncGenerator<Line> {
  let held = ''
  let isTooLong = false
  for await (const piece of pieces) {
    const parts = piece.split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) {
      yield { text: isTooLong || held.length + part.length > longest ? null : held + part }
      held = ''
      isTooLong = false
    }
    if (held.length + last.length > longest) isTooLong = true
    held = isTooLong ? '' : held + last
  }
  if (held !== '' || isTooLong) yield { text: isTooLong ? null : held }
}
