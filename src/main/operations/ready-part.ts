import type { Part } from '../policy/candidates.ts'
import type { Preview } from '../policy/preview/index.ts'
import type { Rule } from '../policy/rule.ts'
import type { TextSample } from '../policy/tokens/sample.ts'
import type { PreparedBlob, StagedBlob } from '../store/blob.ts'
import { newId } from '../store/ids.ts'
import { redactionsIn, type SafeResult } from './safe-result.ts'
import type { Services } from './services.ts'

/** A part of a result with its bytes ready for the store. */
export interface ReadyPart {
  readonly id: string
  readonly name: string
  readonly blob: PreparedBlob | StagedBlob
  readonly preview: Preview
  readonly metadata: Record<string, unknown>
  readonly redactions: number
  /** Of a body that streamed in, and so is not in the result: what its tokens are counted from; null where that is to be read. */
  readonly sample?: TextSample | null
}

/** Names a part, and has its bytes packed and previewed. */
export async function preparePart(
  services: Services,
  { origin, redacted }: SafeResult,
  rule: Rule,
  part: Part,
): Promise<ReadyPart> {
  const wished = part.saved ? origin.wishes?.saveAs : origin.wishes?.name
  const name = wished ?? (await origin.session.nextName(origin.tool))
  const { blob, preview } = await services.ingest.prepare({
    bytes: part.bytes,
    mime: part.mime,
    asText: part.source !== 'media' && part.source !== 'resource',
    preview: { style: rule.previewStyle, tokens: rule.previewTokens, name },
  })
  const metadata = {
    ...origin.wishes?.metadata,
    ...(part.uri === null ? {} : { uri: part.uri }),
    ...(part.boundaries === null ? {} : { boundaries: part.boundaries }),
  }
  return { id: newId('e'), name, blob, preview, metadata, redactions: redactionsIn(redacted, part) }
}
