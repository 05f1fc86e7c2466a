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
/** Text is UTF-8 unless something else is said, and binary is none. */
const UNSAID: ReadonlySet<Encoding> = new Set(['utf-8', 'binary'])

/**
 * The text an agent gets instead of a large result: what is stored, what the preview leaves out, how long it is kept
 * and how to read on; then the preview. The same facts always give the same text, so that prompt caches hold.
 */
export function makeReference(facts: ReferenceFacts, preview: Preview): string {
  const described = [
    sizesOf(facts.sizes),
    `${displayedMime(facts.mime)}${isNamedBy(facts.mime, facts.kind) ? '' : ` (${facts.kind})`}`,
    `sha256:${facts.sha256.slice(0, SHORT_HASH)}`,
    ...(UNSAID.has(facts.encoding) ? [] : [facts.encoding]),
    facts.complete ? 'complete' : 'INCOMPLETE',
    ...(facts.redactions > 0 ? [`${facts.redactions} redactions`] : []),
    life(facts.expiresAt),
  ]
  const title = facts.step === null ? facts.name : `${facts.name} (step ${facts.step})`
  return [
    `[Stored by Spillway as ${title}: ${described.join(', ')}]`,
    `[${leftOut(facts, preview)} Read on: scratchpad_read ${nextRead(facts, preview)}]`,
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

/** Tokens are dear here: where each character is a byte, one number says both. */
function sizesOf({ bytes, chars, lines }: Sizes): string {
  if (chars === null) return `${bytes} bytes`
  return chars === bytes
    ? `${bytes} bytes = chars, ${lines} lines`
    : `${bytes} bytes, ${chars} chars, ${lines} lines`
}

const isNamedBy = (mime: string | null, kind: ContentKind) => mime?.includes(kind) || kind === 'text'

function life(expiresAt: string | null): string {
  // Whole minutes, downwards: never promises more than is kept.
  return expiresAt === null ? 'kept until removed' : `kept until ${expiresAt.slice(0, 16)}Z or longer`
}

function leftOut({ sizes }: ReferenceFacts, { omitted, text, kind }: Preview): string {
  if (kind === 'binary') return 'None of its bytes are shown.'
  const { bytes, chars, lines } = omitted
  if (chars === 0) return 'All of it is shown below.'
  const missing = sizes.chars === sizes.bytes ? `${chars} chars` : `${bytes} bytes, ${chars} chars`
  return `${text === '' ? 'Not shown' : 'The preview omits'}: ${missing}, ${lines} lines.`
}
