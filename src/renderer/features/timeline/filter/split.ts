import { parseTerm } from '../../../../shared/filter/parse.ts'

/** Whether a piece is a whole typed filter, so that it can stand as a chip. */
const isTyped = (text: string) => !['word', 'invalid'].includes(parseTerm(text).kind)

/** What stands in the filter bar: complete typed filters as chips, and the words around them. */
export interface FilterParts {
  chips: string[]
  draft: string
}

/**
 * Text as it is typed: what is finished becomes a chip, the last piece may still grow. `done` where nothing more
 * comes (Enter, an address), so that the last piece is finished too.
 */
export function splitFilter(text: string, done = false): FilterParts {
  const pieces = text.split(/\s+/)
  const last = done ? '' : (pieces.pop() ?? '')
  const words = pieces.filter((piece) => piece !== '' && !isTyped(piece))
  return { chips: pieces.filter(isTyped), draft: done ? words.join(' ') : [...words, last].join(' ') }
}

/** The filter as one text; `splitFilter` takes it apart again. */
export const joinFilter = ({ chips, draft }: Readonly<{ chips: readonly string[]; draft: string }>): string =>
  [...chips, draft.trim()].filter((part) => part !== '').join(' ')
