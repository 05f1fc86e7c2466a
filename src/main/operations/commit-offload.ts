import type { Plan } from '../policy/decide.ts'
import { type Delivered, deliverResult as replaceBlocks } from '../policy/deliver.ts'
import { lifeOf } from '../policy/life.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { Preview } from '../policy/preview/index.ts'
import { makeReference, type ReferenceFacts, referenceMeta } from '../policy/reference.ts'
import type { Rule } from '../policy/rule.ts'
import type { BlobFacts } from '../store/blob.ts'
import type { NewEntry } from '../store/protocol.ts'
import { commitStep, type UncappedStep } from './commit-step.ts'
import { countLater, countStreamLater } from './count-later.ts'
import { textsOf } from './payload-texts.ts'
import type { ReadyPart } from './ready-part.ts'
import { isRecorded, recordOf } from './record-call.ts'
import { type DeliveredResult, type ResultOrigin, withStep } from './result-origin.ts'
import type { SafeResult } from './safe-result.ts'
import type { Services } from './services.ts'

interface Offload {
  /** As the agent gets what is not replaced by references. */
  readonly result: ToolResult
  readonly safe: SafeResult
  readonly plan: Plan & { action: 'offload' }
  readonly ready: readonly ReadyPart[]
}

/** Writes the step with its entries; only then is there a reference to hand out. */
export async function commitOffload(
  services: Services,
  origin: ResultOrigin,
  rule: Rule,
  { result, safe, plan, ready }: Offload,
): Promise<DeliveredResult> {
  const at = services.now()
  const lives = ready.map(({ preview }) =>
    lifeOf(services.config(), rule, preview.kind, origin.wishes?.ttlSeconds),
  )
  const stored = ready.map((part, i) => describe(part, origin, at, lives[i]?.seconds ?? null))
  const references = stored.map(toDelivered)
  const delivered = withStep(replaceBlocks(result, plan, references), origin)
  const { call, extraBlobs, texts } = await recordOf(services, safe, rule, {
    plan,
    delivered:
      safe.result === result ? delivered : withStep(replaceBlocks(safe.result, plan, references), origin),
    outcome: 'offloaded',
    reason: null,
    hashes: ready.map(({ blob }) => blob.sha256),
  })
  const record: UncappedStep = {
    at,
    call,
    recorded: isRecorded(services, rule),
    blobs: [...ready.map(({ blob }) => blob), ...extraBlobs],
    entries: ready.map((part, blob): NewEntry => ({
      id: part.id,
      name: part.name,
      blob,
      mime: part.preview.mime,
      kind: part.preview.kind,
      complete: true,
      isNote: plan.parts[blob]?.saved === true,
      tier: lives[blob]?.tier ?? 'session',
      ttlSeconds: lives[blob]?.seconds ?? null,
      preview: part.preview.text,
      previewSpans: part.preview.spans,
      deliveredText: stored[blob]?.text ?? '',
      omitted: part.preview.omitted,
      metadata: part.metadata,
      redactions: part.redactions,
    })),
  }
  const entries = await commitStep(services, record)
  for (const entry of entries) services.summaries.later(entry)
  // What the agent got counts, also where what is written down says less.
  const counted = safe.result === result ? texts : { raw: textsOf(result), delivered: textsOf(delivered) }
  const [first] = ready
  if (first?.sample === undefined) countLater(services, call, counted.raw, counted.delivered)
  else countStreamLater(services, call, first.id, first.sample, counted.delivered)
  return {
    result: delivered,
    entries: entries.flatMap((entry, i) => (stored[i] ? [{ entry, ...stored[i] }] : [])),
  }
}

const toDelivered = ({
  facts,
  preview,
  text,
}: {
  facts: ReferenceFacts
  preview: Preview
  text: string
}): Delivered => ({
  text,
  meta: referenceMeta(facts, preview),
})

function describe(part: ReadyPart, origin: ResultOrigin, at: number, ttlSeconds: number | null) {
  const { sha256, sizes, encoding } = part.blob as BlobFacts
  const facts: ReferenceFacts = {
    id: part.id,
    name: part.name,
    step: origin.step.step,
    sha256,
    sizes,
    mime: part.preview.mime,
    kind: part.preview.kind,
    encoding,
    complete: true,
    expiresAt: ttlSeconds === null ? null : new Date(at + ttlSeconds * 1000).toISOString(),
    redactions: part.redactions,
  }
  return { facts, preview: part.preview, text: makeReference(facts, part.preview) }
}
