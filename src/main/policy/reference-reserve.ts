import type { ContentKind, Encoding, Sizes } from '../../shared/entry.ts'
import { countTokens } from './preview/tokens.ts'
import { makeReference, type ReferenceFacts } from './reference.ts'

/** What of a reference is known before the content is stored. */
export interface KnownFacts {
  readonly name: string
  readonly sizes: Sizes
  readonly sha256: string
  readonly encoding: Encoding
  readonly kind: ContentKind
  /** As sniffed. */
  readonly mime: string | null
}

/** What is not known yet, as dear as it can be: of a million random ids, none had more tokens than this one. */
const DEAREST = {
  id: 'e_0q9z1x8j2w7v',
  step: 999_999_999,
  complete: false,
  expiresAt: '2026-11-22T10:00:00Z',
  redactions: 1_000_000,
} as const
/** The longest read that previews suggest. */
const LONGEST_NEXT = { mode: 'grep', pattern: 'error|crit|fatal|panic', ignoreCase: true } as const

/**
 * The most that a reference with these facts can cost without its preview, in o200k tokens: it is made with all that is
 * known and the dearest of what is not, and counted. What is left of the budget is the preview's.
 */
export function referenceReserve(known: KnownFacts): number {
  const facts: ReferenceFacts = { ...DEAREST, ...known }
  const { kind, mime, sizes } = known
  const next = kind === 'binary' ? {} : { next: LONGEST_NEXT }
  return countTokens(
    `${makeReference(facts, { kind, mime, text: '', omitted: sizes, spans: [], ...next })}\n`,
  )
}
