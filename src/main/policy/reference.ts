import type { ContentKind, Encoding, Sizes } from '../../shared/entry.ts'
import type { Preview } from './preview/doc.ts'
import { nextRead } from './next-read.ts'

/** What a reference says about an entry. */
export interface ReferenceFacts {
  readonly id: string
  /** At most 64 characters. */
  readonly name: string
  /** Null where the entry is not the result of a step. */
  readonly step: number | null
  readonly sha256: string
  readonly sizes: Sizes
  readonly mime: string | null
  readonly kind: ContentKind
  readonly encoding: Encoding
  /** False where capture ended before the content did. */
  readonly complete: boolean
  /** ISO 8601 in UTC; null: kept until removed. */
  readonly expiresAt: string | null
  /** How many stretches were redacted before storing. */
  readonly redactions: number
}

const SHORT_HASH = 12
const LONGEST_MIME = 60
/**
 * The text an agent gets instead of a large result: what is stored, what the preview leaves out, how long it is kept
 * and how to read on; then the preview. The same facts always give the same text, so that prompt caches hold.
 */
export function makeReference(facts: ReferenceFacts, preview: Preview): string {
  const { sizes } = facts
  const described = [
    facts.step === null ? facts.name : `${facts.name} (step ${facts.step})`,
    `${sizes.bytes} bytes`,
    ...(sizes.chars === null ? [] : [`${sizes.chars} chars`, `${sizes.lines} lines`]),
    displayedMime(facts.mime),
    ...(facts.mime?.includes(facts.kind) || facts.kind === 'text' ? [] : [facts.kind]),
    `sha256:${facts.sha256.slice(0, SHORT_HASH)}`,
    facts.complete ? 'complete' : 'INCOMPLETE capture',
    ...(facts.redactions > 0 ? [`${facts.redactions} redactions`] : []),
    life(facts.expiresAt),
  ]
  return [
    `[Stored by Spillway: ${described.join(', ')}]`,
    `[${leftOut(preview)} Read on: scratchpad_read ${nextRead(facts, preview)}]`,
    ...(preview.text === '' ? [] : [preview.text]),
  ].join('\n')
}

/** The same facts for `_meta["spillway/entry"]`, under the names of an entry's fields. */
export function referenceMeta(facts: ReferenceFacts, preview: Preview): Record<string, unknown> {
  const { sizes, ...rest } = facts
  return { ...rest, ...sizes, omitted: preview.omitted }
}

/** The media type as a reference shows it. */
export function displayedMime(mime: string | null): string {
  // It comes from a tool: only what has the form of a media type is repeated.
  return mime !== null && mime.length <= LONGEST_MIME && /^[\w.+-]+\/[\w.+-]+(;\s?[\w.+=-]+)*$/.test(mime)
    ? mime
    : 'type unknown'
}

function life(expiresAt: string | null): string {
  // Whole seconds, downwards: never promises more than is kept.
  return expiresAt === null
    ? 'kept until removed'
    : `kept until ${expiresAt.replace(/\.\d+Z$/, 'Z')}, longer if read`
}

function leftOut({ omitted: { bytes, chars, lines }, text, kind }: Preview): string {
  if (kind === 'binary') return 'None of its bytes are shown.'
  if (chars === 0) return 'All of it is shown below.'
  return `${text === '' ? 'Not shown' : 'The preview omits'}: ${bytes} bytes, ${chars} chars, ${lines} lines.`
}
