import { reasonOf } from '../../shared/errors.ts'
import { isLeftOut } from '../policy/capture.ts'
import { planResult, type Plan } from '../policy/decide.ts'
import type { Part } from '../policy/candidates.ts'
import { deliverResult as replaceBlocks, type Delivered } from '../policy/deliver.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { Preview } from '../policy/preview/index.ts'
import { makeReference, type ReferenceFacts, referenceMeta } from '../policy/reference.ts'
import { lifeOf } from '../policy/life.ts'
import { resolveRule, type Rule } from '../policy/rule.ts'
import { planSave } from '../policy/save.ts'
import type { Entry } from '../../shared/entry.ts'
import { META } from '../../shared/names.ts'
import type { ActiveSession, Step } from '../recording/active-session.ts'
import type { BlobFacts, PreparedBlob, StagedBlob } from '../store/blob.ts'
import { newId } from '../store/ids.ts'
import { commitStep, type UncappedStep } from './commit-step.ts'
import type { NewEntry } from '../store/protocol.ts'
import { countLater, countStreamLater } from './count-later.ts'
import { textsOf } from './payload-texts.ts'
import { isRecorded, recordOf } from './record-call.ts'
import { beforeRedaction, redactionsIn, type SafeResult, safeToStore } from './safe-result.ts'
import type { Services } from './services.ts'

/** Which call a result answers. */
export interface ResultOrigin {
  readonly session: ActiveSession
  readonly step: Step
  readonly server: string | null
  readonly tool: string
  /** As JSON; null where there were none. */
  readonly arguments: string | null
  readonly startedAt: number
  readonly durationMs: number
  /** Asked for by the caller; each beats the policy. */
  readonly wishes?: Wishes
}

export interface Wishes {
  /** Store it under this name, over what has it, whatever its size (P2). */
  readonly saveAs?: string | undefined
  readonly force?: boolean | undefined
  readonly name?: string | undefined
  readonly ttlSeconds?: number | undefined
  readonly metadata?: Record<string, unknown> | undefined
}

/** A result on its way to an agent, with what was stored for it. */
export interface DeliveredResult {
  readonly result: ToolResult
  readonly entries: readonly StoredEntry[]
}

export interface StoredEntry {
  readonly entry: Entry
  readonly facts: ReferenceFacts
  readonly preview: Preview
  readonly text: string
}

/** A part of a result with its bytes ready for the store. */
export interface ReadyPart {
  readonly id: string
  readonly name: string
  readonly blob: PreparedBlob | StagedBlob
  readonly preview: Preview
  readonly metadata: Record<string, unknown>
  readonly redactions: number
}

/**
 * Takes the result of a call to its agent: decides by the policy, stores what is too large, writes the record, and gives back
 * what the agent gets. Fails open: where anything goes wrong the agent gets the original, whole, and the timeline says so.
 */
export async function deliverResult(
  services: Services,
  origin: ResultOrigin,
  result: ToolResult,
): Promise<DeliveredResult> {
  if (isLeftOut(services.config().capture, origin.server, origin.tool)) return { result, entries: [] }
  const rule = ruleFor(services, origin)
  // Until it has been redacted nothing of it may be written down, not even where that fails.
  let safe = beforeRedaction(services, origin, result)
  try {
    safe = await safeToStore(services, origin, result)
    const plan = planFor(safe.result, rule, origin)
    if (plan.action === 'offload') {
      const ready = await Promise.all(plan.parts.map((part) => preparePart(services, safe, rule, part)))
      return await commitOffload(services, safe.origin, rule, { result, safe, plan, ready })
    }
    await commitPlain(services, safe, rule, { plan, outcome: 'inline', reason: null })
  } catch (error) {
    const reason = reasonOf(error)
    services.log.error(
      { tool: origin.tool, server: origin.server, reason },
      'a result could not be stored and was delivered whole',
    )
    await recordFailure(services, safe, rule, planFor(result, rule, origin).rawBytes, reason)
  }
  return { result: withStep(result, origin), entries: [] }
}

/** A result that was asked for under a name is stored whatever its size; a failed call's is not: the agent should see why. */
function planFor(result: ToolResult, rule: Rule, { wishes }: ResultOrigin): Plan {
  const save = wishes?.saveAs !== undefined && result.isError !== true
  return (save ? planSave(result, rule) : null) ?? planResult(result, rule)
}

export function ruleFor(
  services: Services,
  { server, tool, wishes }: Pick<ResultOrigin, 'server' | 'tool' | 'wishes'>,
): Rule {
  const { policy, capture } = services.config()
  const rule = resolveRule(policy, server, tool)
  if (isLeftOut(capture, server, tool)) return { ...rule, enabled: false, record: false }
  return wishes?.force
    ? { ...rule, enabled: true, action: 'offload', media: 'offload', errorThresholdBytes: 0 }
    : rule
}

async function preparePart(
  services: Services,
  { origin, redacted }: SafeResult,
  rule: Rule,
  part: Part,
): Promise<ReadyPart> {
  const name = origin.wishes?.saveAs ?? origin.wishes?.name ?? (await origin.session.nextName(origin.tool))
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
  const { call, extraBlobs } = await recordOf(services, safe, rule, {
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
      isNote: origin.wishes?.saveAs !== undefined,
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
  const [first] = ready
  if (first && 'staged' in first.blob) countStreamLater(services, call, first.id, textsOf(delivered))
  else countLater(services, call, textsOf(result), textsOf(delivered))
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

interface Plain {
  readonly plan: Plan
  readonly outcome: 'inline' | 'failopen'
  readonly reason: string | null
}

async function commitPlain(
  services: Services,
  safe: SafeResult,
  rule: Rule,
  { plan, outcome, reason }: Plain,
): Promise<void> {
  const wanted = isRecorded(services, rule) && outcome === 'inline'
  const { call, extraBlobs } = await recordOf(services, safe, rule, {
    plan: { action: 'inline', rawBytes: plan.rawBytes, reason: '' },
    delivered: safe.result,
    outcome,
    reason,
    hashes: [],
    // What could not be stored a moment ago is not tried again for the record's sake.
    bodies: wanted,
  })
  await commitStep(services, {
    at: services.now(),
    call,
    recorded: isRecorded(services, rule),
    blobs: extraBlobs,
    entries: [],
  })
  const texts = textsOf(safe.result)
  countLater(services, call, texts, texts)
}

/** The timeline's line for a result that could not be stored. */
export async function recordFailure(
  services: Services,
  safe: SafeResult,
  rule: Rule,
  rawBytes: number,
  reason: string,
): Promise<void> {
  const plan: Plan = { action: 'inline', rawBytes, reason: '' }
  await commitPlain(services, safe, rule, { plan, outcome: 'failopen', reason }).catch((error: unknown) =>
    services.log.error({ reason: String(error) }, 'a failure could not be recorded'),
  )
}

/** Every result says which step it was, so that a later call can refer to it. */
function withStep(result: ToolResult, { step }: ResultOrigin): ToolResult {
  return { ...result, _meta: { ...result['_meta'], [META.step]: step.step } }
}
