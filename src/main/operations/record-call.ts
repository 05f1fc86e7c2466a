import type { Plan } from '../policy/decide.ts'
import { estimateTokens } from '../policy/estimate.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { Rule } from '../policy/rule.ts'
import { skeletonOf, wholePointer } from '../recording/skeleton.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { PreparedBlob } from '../store/blob.ts'
import { newId } from '../store/ids.ts'
import type { NewCall } from '../store/protocol.ts'
import { textsOf } from './payload-texts.ts'
import { callRedactions, type SafeResult } from './safe-result.ts'
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
}

/** What the record of a call is made of, with its result as it lies in the call's row. */
type Written = Omit<Recordable, 'hashes' | 'bodies'> & { readonly stored: string | null }

/** What of a call costs tokens: its result as it may be written down, and what the agent got of it. */
interface CountedTexts {
  readonly raw: readonly string[]
  readonly delivered: readonly string[]
}

/** The record of a call, with the blobs that its bodies need beside those of its entries. */
export async function recordOf(
  services: Services,
  safe: SafeResult,
  rule: Rule,
  { plan, delivered, outcome, reason, hashes, bodies = isRecorded(services, rule) }: Recordable,
): Promise<{ call: NewCall; extraBlobs: PreparedBlob[]; texts: CountedTexts }> {
  const skeleton = bodies ? skeletonOf(safe.result, plan, hashes) : null
  const whole = bodies && skeleton === null ? await prepareWhole(services, safe.result) : null
  const stored = skeleton ?? (whole ? wholePointer(whole.sha256) : null)
  return {
    ...callOf(safe, { plan, delivered, outcome, reason, stored }),
    extraBlobs: whole ? [whole] : [],
  }
}

/** The record of a call whose result needs no bytes beside its row. */
export function callOf(
  { origin, result, redacted }: SafeResult,
  { plan, delivered, outcome, reason, stored }: Written,
): { call: NewCall; texts: CountedTexts } {
  const deliveredJson = outcome === 'offloaded' ? stringifyJson(delivered) : null
  const raw = textsOf(result)
  const texts = { raw, delivered: outcome === 'offloaded' ? textsOf(delivered) : raw }
  const tokensRaw = estimateAll(raw)
  const call: NewCall = {
    id: newId('c'),
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
    result: stored,
    delivered: deliveredJson,
    ...(redacted === null ? {} : callRedactions(redacted)),
  }
  return { call, texts }
}

const estimateAll = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0)

async function prepareWhole(services: Services, result: ToolResult): Promise<PreparedBlob> {
  const { blob } = await services.ingest.prepare({
    bytes: Buffer.from(stringifyJson(result)),
    mime: 'application/json',
    asText: true,
    preview: { style: 'none', tokens: 1, name: null },
  })
  return blob
}
