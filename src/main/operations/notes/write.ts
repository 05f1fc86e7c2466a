import type { Entry } from '../../../shared/entry.ts'
import { resolveRule } from '../../policy/rule.ts'
import { newId } from '../../store/ids.ts'
import { assertName } from '../entry-name.ts'
import { redactBytes, redactionOf, sumOfCounts } from '../redact.ts'
import type { Services } from '../services.ts'

export type Scope = 'session' | 'project'

/** Who writes, and where from. */
export interface NoteAuthor {
  readonly client: string
  readonly session: string
  readonly project: string | null
  readonly turn: string | null
}

export interface NoteText {
  readonly name: string
  readonly content: string
  readonly scope?: Scope | undefined
  /** The version it must have now; 0: it must be new. */
  readonly ifVersion?: number | undefined
  /** Seconds for which no other session may write it; 0 lets go. */
  readonly lease?: number | undefined
  readonly ttlSeconds?: number | undefined
  readonly metadata?: Record<string, unknown> | undefined
}

/** Writes a named value, over the one before. @throws SpillwayError `invalid_input` (the name), `conflict` */
export async function writeNote(services: Services, author: NoteAuthor, note: NoteText): Promise<Entry> {
  assertName(note.name)
  const { notes, policy, retention } = services.config()
  const rule = resolveRule(policy, null, 'note')
  const patterns = redactionOf(services, { server: null, tool: 'note' })
  const { bytes, counts } = await redactBytes(services, Buffer.from(note.content), patterns)
  const { blob, preview } = await services.ingest.prepare({
    bytes,
    mime: null,
    asText: true,
    preview: { style: rule.previewStyle, tokens: rule.previewTokens, name: null },
  })
  const scope = note.scope ?? notes.defaultScope
  const usual = scope === 'project' ? retention.projectTtlSeconds : retention.sessionTtlSeconds
  return services.store.write.writeNote({
    ...author,
    id: newId('e'),
    at: services.now(),
    scope,
    name: note.name,
    blob,
    mime: preview.mime,
    kind: preview.kind,
    preview: preview.text,
    previewSpans: preview.spans,
    omitted: preview.omitted,
    metadata: note.metadata ?? {},
    redactions: sumOfCounts(counts),
    ttlSeconds: note.ttlSeconds ?? usual,
    ...(note.ifVersion === undefined ? {} : { ifVersion: note.ifVersion }),
    ...(note.lease === undefined ? {} : { leaseSeconds: note.lease }),
  })
}
