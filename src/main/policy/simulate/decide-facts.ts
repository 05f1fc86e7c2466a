import { choose } from '../choose.ts'
import type { DecidedBy } from '../decided-by.ts'
import { LEAST_PREVIEW_TOKENS, REFERENCE_FRAME_TOKENS } from '../reference-cost.ts'
import type { PieceFacts, ResultFacts } from './facts.ts'

/** What a rule would do with a result. */
export interface Decision {
  /** Which pieces become parts, in one spelling: equal decisions are equal texts. Empty: it stays inline. */
  readonly parts: string
  /** Estimated tokens of what is delivered as it is, out of those of all that counts, and of the references to the rest. */
  readonly kept: number
  readonly all: number
  readonly references: number
}

/** The decision of `planResult`, made from facts alone. */
export function decideFacts(facts: ResultFacts, rule: DecidedBy): Decision {
  const { pieces, structured } = facts
  // Clients show structured content only where there is nothing else.
  const counted = pieces.length > 0 ? pieces : structured === null ? [] : [structured]
  const all = sumOf(counted)
  const inline: Decision = { parts: '', kept: all, all, references: 0 }
  if (!rule.enabled || rule.action === 'inline') return inline
  if (facts.isError && facts.rawBytes <= rule.errorThresholdBytes) return inline

  const places = pieces.flatMap((piece, place) => (!piece.isMedia || rule.media === 'offload' ? [place] : []))
  const movable = places.flatMap((place) => pieces[place] ?? [])
  const choice = choose(movable, structured, rule)
  const groups = [
    ...choice.alone.map((place) => [place]),
    ...(choice.together.length > 0 ? [[...choice.together]] : []),
    ...choice.apart.map((place) => [place]),
  ]
  const parts = groups
    .map((group) => ({
      name: group.map((place) => places[place]).join('+'),
      pieces: group.flatMap((place) => movable[place] ?? []),
    }))
    .concat(choice.structured && structured !== null ? [{ name: 's', pieces: [structured] }] : [])
    .filter((part) => rule.action === 'offload' || pays(part.pieces, rule))
  if (parts.length === 0) return inline
  const gone = sumOf(parts.flatMap((part) => part.pieces).filter((piece) => counted.includes(piece)))
  return {
    parts: parts.map(({ name }) => name).join(','),
    kept: all - gone,
    all,
    references: parts.reduce((sum, part) => sum + referenceTokens(part.pieces, rule), 0),
  }
}

const sumOf = (pieces: readonly PieceFacts[]) => pieces.reduce((sum, { tokens }) => sum + tokens, 0)

function pays(pieces: readonly PieceFacts[], { previewStyle }: DecidedBy): boolean {
  if (pieces.some(({ isText }) => !isText)) return true
  const least =
    REFERENCE_FRAME_TOKENS +
    (previewStyle === 'auto' ? LEAST_PREVIEW_TOKENS : fixedPreview(pieces, previewStyle))
  return 2 * least <= sumOf(pieces)
}

/** What a reference to these pieces would about come to, its preview included. */
function referenceTokens(pieces: readonly PieceFacts[], { previewStyle, previewTokens }: DecidedBy): number {
  if (pieces.some(({ isText }) => !isText)) return REFERENCE_FRAME_TOKENS
  if (previewStyle !== 'auto') return REFERENCE_FRAME_TOKENS + fixedPreview(pieces, previewStyle)
  // A preview is worth no more than half of what it stands for; see `preview/index.ts`.
  const worth = Math.max(Math.floor(sumOf(pieces) / 2) - REFERENCE_FRAME_TOKENS, LEAST_PREVIEW_TOKENS)
  const budget = Math.max(0, previewTokens - REFERENCE_FRAME_TOKENS)
  return REFERENCE_FRAME_TOKENS + Math.min(budget, worth)
}

function fixedPreview(pieces: readonly PieceFacts[], style: 'terse' | 'head-tail' | 'none'): number {
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (style === 'none' || !first || !last) return 0
  const all = sumOf(pieces)
  return Math.min(all, style === 'terse' ? first.terse : first.head + last.tail)
}
