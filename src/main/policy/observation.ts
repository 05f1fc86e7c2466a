import type { Observation } from '../../shared/contract/entries.ts'
import { nextRead } from './next-read.ts'
import type { Preview } from './preview/doc.ts'
import type { ReferenceFacts } from './reference.ts'

/**
 * What an agent runtime puts into its history in place of a tool's observation (M2).
 * @param metadata the tool's own, passed on untouched
 * @param ok whether the tool succeeded
 */
export function makeObservation(
  facts: ReferenceFacts,
  preview: Preview,
  metadata: Record<string, unknown>,
  ok: boolean,
): Observation {
  return {
    ok,
    scratchpad_id: facts.id,
    size_bytes: facts.sizes.bytes,
    kind: facts.kind === 'binary' ? 'binary' : 'text',
    summary: preview.text,
    metadata,
    _note: `Stored whole; this is a summary. Read on: scratchpad_read ${nextRead(facts, preview)}`,
  }
}
