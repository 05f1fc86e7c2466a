import type { Plan } from '../policy/decide.ts'
import { decidedBy } from '../policy/decided-by.ts'
import { estimateTokens } from '../policy/estimate.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { TokenCount } from '../policy/tokens/count.ts'
import type { Rule } from '../policy/rule.ts'
import { skeletonOf, wholePointer } from '../recording/skeleton.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { PreparedBlob } from '../store/blob.ts'
import { newId } from '../store/ids.ts'
import type { NewCall } from '../store/protocol.ts'
import { packJson, prepareText } from './packed-json.ts'
import { textsOf } from './payload-texts.ts'
import { callRedactions, type SafeResult } from './safe-result.ts'
import type { ResultOrigin } from './result-origin.ts'
import type { Services } from './services.ts'

/** Whether a call of this tool leaves a record besides its entries. */
export const isRecorded = (services: Services, rule: Rule) =>
  services.config().recording.enabled && rule.record

interface Recordable {
  readonly plan: Plan
  readonly delivered: ToolResult
  readonly outcome: NewCall['outcome']
  readonly reason: string | null
  readonly hashes: readonly string[]
  readonly bodies?: boolean
  /** What its server answered in the place of a result: JSON. */
  readonly error?: string | null
}

/** What the record of a call is made of, with its bodies as they lie in the call's row. */
type Written = Omit<Recordable, 'hashes' | 'bodies' | 'error'> & {
  readonly stored: string | null
  readonly resolved: string | null
  readonly error: string | null
  /** Of a result that was delivered as it came; absent where it has not been counted. */
  readonly count?: TokenCount | null
}

/** What of a call costs tokens: its result as it may be written down, and what the agent got of it. */
interface CountedTexts {
  readonly raw: readonly string[]
  readonly delivered: readonly string[]
}

const isAskedFor = (wishes: ResultOrigin['wishes']): boolean =>
  wishes?.saveAs !== undefined || wishes?.force === true

/** The record of a call, with the blobs that its bodies need beside those of its entries. */
export async function recordOf(
  services: Services,
  safe: SafeResult,
  rule: Rule,
  { plan, delivered, outcome, reason, hashes, bodies = isRecorded(services, rule), error = null }: Recordable,
): Promise<{ call: NewCall; extraBlobs: PreparedBlob[]; texts: CountedTexts }> {
  const isKept = isRecorded(services, rule)
  const packed = async (json: string | null = null) =>
    json === null || !isKept ? null : packJson(services, json)
  const [resolved, failure] = await Promise.all([packed(safe.origin.resolved), packed(error)])
  const skeleton = bodies ? skeletonOf(safe.result, plan, hashes) : null
  const whole =
    bodies && skeleton === null
      ? await prepareText(services, stringifyJson(safe.result), 'application/json')
      : null
  const stored = skeleton ?? (whole ? wholePointer(whole.sha256) : null)
  const rest = { resolved: resolved?.json ?? null, error: failure?.json ?? null }
  return {
    ...callOf(safe, rule, { plan, delivered, outcome, reason, stored, ...rest }),
    extraBlobs: [...(whole ? [whole] : []), ...(resolved?.blobs ?? []), ...(failure?.blobs ?? [])],
  }
}

/** The record of a call whose bodies need no bytes beside its row. */
export function callOf(
  { origin, result, redacted }: SafeResult,
  rule: Rule,
  { plan, delivered, outcome, reason, stored, resolved, error, count = null }: Written,
): { call: NewCall; texts: CountedTexts } {
  const deliveredJson = outcome === 'offloaded' ? stringifyJson(delivered) : null
  const raw = textsOf(result)
  const texts = { raw, delivered: outcome === 'offloaded' ? textsOf(delivered) : raw }
  const tokensRaw = count?.tokens ?? estimateAll(raw)
  const call: NewCall = {
    id: origin.call ?? newId('c'),
    client: origin.session.client,
    session: origin.session.id,
    turn: origin.step.turn,
    turnNumber: origin.step.turnNumber,
    step: origin.step.step,
    server: origin.server,
    tool: origin.tool,
    source: origin.server === null ? origin.tool : `${origin.server}.${origin.tool}`,
    arguments: origin.arguments,
    isError: result.isError === true,
    outcome,
    reason,
    startedAt: origin.startedAt,
    durationMs: origin.durationMs,
    rawBytes: plan.rawBytes,
    deliveredBytes:
      outcome === 'offloaded'
        ? texts.delivered.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
        : plan.rawBytes,
    tokensRaw,
    tokensDelivered: outcome === 'offloaded' ? estimateAll(texts.delivered) : tokensRaw,
    ...(count === null ? {} : { tokensExact: count.exact }),
    resolved,
    error,
    clientCall: origin.clientCall ?? null,
    repeats: origin.repeats ?? null,
    result: stored,
    delivered: deliveredJson,
    rule: stringifyJson(decidedBy(rule, isAskedFor(origin.wishes))),
    ...(redacted === null ? {} : callRedactions(redacted)),
  }
  return { call, texts }
}

const estimateAll = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0)
