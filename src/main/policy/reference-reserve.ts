import type { Sizes } from '../../shared/entry.ts'
import { countTokens } from './preview/tokens.ts'
import { displayedMime } from './reference.ts'

/** All of the frame but name and media type, with numbers of thirteen digits. */
const FRAME_TOKENS = 180
/** What the frame counts a number as: thirteen digits, three to a token. */
const NUMBER_TOKENS = 5
const DIGITS_PER_TOKEN = 3
/** Sixty-four characters without any order, and the longest media type that is shown. */
const NAME_AND_MIME_TOKENS = 110

/** The most that a reference can cost without its preview, whatever its facts. */
export const REFERENCE_RESERVE_TOKENS = FRAME_TOKENS + NAME_AND_MIME_TOKENS

/**
 * The most that a reference with this name, media type and these sizes can cost without its preview. Usually far less than
 * `REFERENCE_RESERVE_TOKENS`, so more of the budget is left for the preview.
 */
export function referenceReserve(name: string, mime: string | null, { bytes, chars, lines }: Sizes): number {
  // Each size stands there twice: what there is, and what the preview omits, which is never more.
  const spared = [bytes, chars ?? 0, lines ?? 0].reduce((sum, size) => sum + 2 * sparedBy(size), 0)
  return FRAME_TOKENS - spared + countTokens(name) + countTokens(displayedMime(mime))
}

const sparedBy = (size: number) =>
  Math.max(0, NUMBER_TOKENS - Math.ceil(String(size).length / DIGITS_PER_TOKEN))
