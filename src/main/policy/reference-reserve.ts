import { countTokens } from './preview/tokens.ts'
import { displayedMime } from './reference.ts'

/** All of the frame but name and media type, with numbers of thirteen digits. */
const FRAME_TOKENS = 180
/** Sixty-four characters without any order, and the longest media type that is shown. */
const NAME_AND_MIME_TOKENS = 110

/** The most that a reference can cost without its preview, whatever its facts. */
export const REFERENCE_RESERVE_TOKENS = FRAME_TOKENS + NAME_AND_MIME_TOKENS

/**
 * The most that a reference with this name and media type can cost without its preview. Usually far less than
 * `REFERENCE_RESERVE_TOKENS`, so more of the budget is left for the preview.
 */
export function referenceReserve(name: string, mime: string | null): number {
  return FRAME_TOKENS + countTokens(name) + countTokens(displayedMime(mime))
}
