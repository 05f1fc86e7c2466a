import { reasonOf, SpillwayError } from '../../shared/errors.ts'
import type { OffloadInput, OffloadResult } from '../../shared/contract/entries.ts'
import { makeObservation } from '../policy/observation.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { Counts } from '../policy/redaction/scrub.ts'
import type { Rule } from '../policy/rule.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { stringifyJson } from '../rpc/json.ts'
import { freeing } from '../threads/free.ts'
import { commitOffload } from './commit-offload.ts'
import { recordFailure } from './commit-plain.ts'
import { deliverResult } from './deliver-result.ts'
import { assertName } from './entry-name.ts'
import { newId } from '../store/ids.ts'
import { redactionOf, sumOfCounts } from './redact.ts'
import { type DeliveredResult, type ResultOrigin, ruleFor } from './result-origin.ts'
import { beforeRedaction, safeToStore } from './safe-result.ts'
import type { Caller, Services } from './services.ts'
import { sessionOf } from './session-of.ts'

type Fields = Omit<OffloadInput, 'content' | 'contentBase64'>

/** A body that is on its way. */
interface IncomingBody {
  readonly pieces: AsyncIterable<Uint8Array>
  /** How many bytes its sender announced; null where it did not. */
  readonly length: number | null
}

/** For programs that call their tools themselves: applies the policy to one result and says what goes into the context. */
export async function offload(
  services: Services,
  caller: Caller,
  input: OffloadInput,
): Promise<OffloadResult> {
  const { content, contentBase64, ...fields } = input
  if ((content === undefined) === (contentBase64 === undefined))
    throw new SpillwayError('invalid_input', 'Give exactly one of `content` and `contentBase64`.')
  const block =
    content === undefined
      ? {
          type: 'resource',
          resource: { uri: `spillway:${fields.tool}`, mimeType: fields.mime, blob: contentBase64 },
        }
      : fields.mime === undefined
        ? { type: 'text', text: content }
        : {
            type: 'resource',
            resource: { uri: `spillway:${fields.tool}`, mimeType: fields.mime, text: content },
          }
  return inStep(services, caller, fields, async (origin) => {
    const delivered = await deliverResult(services, origin, { content: [block] })
    return answer(delivered, fields, content ?? contentBase64 ?? '')
  })
}

/** The same for a body of any size that streams in. One within the threshold comes back as it is. */
export async function offloadStream(
  services: Services,
  caller: Caller,
  fields: Fields,
  { pieces, length }: IncomingBody,
): Promise<OffloadResult> {
  const rule = ruleFor(services, { server: null, tool: fields.tool, wishes: fields })
  const { start, rest } = await peek(pieces, rule.action === 'offload' ? 0 : rule.thresholdBytes)
  if (rest === null || rule.action === 'inline' || !rule.enabled) {
    const bytes = Buffer.concat([start, ...(rest ? await collect(rest) : [])])
    const text = bytes.toString('utf8')
    const isText = Buffer.from(text, 'utf8').equals(bytes)
    return offload(
      services,
      caller,
      isText ? { ...fields, content: text } : { ...fields, contentBase64: bytes.toString('base64') },
    )
  }
  return inStep(services, caller, fields, (origin) =>
    storeStream(services, origin, fields, rule, { pieces: freeing(start, rest), length }),
  )
}

/** Stores a body while it streams in. Nobody holds it whole, so where that fails its sender is told, and has it still. */
async function storeStream(
  services: Services,
  origin: ResultOrigin,
  fields: Fields,
  rule: Rule,
  body: IncomingBody,
): Promise<OffloadResult> {
  const result: ToolResult = {
    content: [{ type: 'resource', resource: { uri: `spillway:${fields.tool}`, blob: '' } }],
  }
  let safe = beforeRedaction(services, origin, result)
  try {
    safe = await safeToStore(services, origin, result)
    const { blob, preview, sample, name, counts } = await takeIn(services, origin, fields, rule, body)
    const mime = fields.mime ?? null
    const part = {
      source: 'resource' as const,
      blocks: [0],
      bytes: new Uint8Array(0),
      mime,
      uri: null,
      boundaries: null,
    }
    const rawBytes = blob.sizes.bytes
    const redactions = sumOfCounts(counts)
    const metadata = safe.origin.wishes?.metadata ?? {}
    const found = { ...safe, redacted: safe.redacted && { ...safe.redacted, counts } }
    const delivered = await commitOffload(services, safe.origin, rule, {
      result,
      safe: found,
      plan: { action: 'offload', rawBytes, parts: [part], dropStructured: false, twin: null },
      ready: [{ id: newId('e'), name, blob, preview, metadata, redactions, sample }],
    }).catch(async (error: unknown) => {
      if ('staged' in blob) await services.store.write.dropStage({ staged: blob.staged })
      throw error
    })
    return answer(delivered, fields, '')
  } catch (error) {
    await recordFailure(services, safe, rule, 0, reasonOf(error))
    throw error
  }
}

async function takeIn(
  services: Services,
  origin: ResultOrigin,
  fields: Fields,
  rule: Rule,
  { pieces, length }: IncomingBody,
) {
  const counts: Counts = {}
  const patterns = redactionOf(services, origin)
  const { previewStyle: style, previewTokens: tokens } = rule
  // Looked up while the body comes.
  const named =
    fields.name === undefined ? origin.session.nextName(origin.tool) : Promise.resolve(fields.name)
  const taken = await services.ingest.stream(services.store, {
    ...(patterns.length > 0
      ? { body: services.redactor.stream(pieces, false, patterns, counts) }
      : { body: pieces, ...(length !== null && { expected: length }) }),
    mime: fields.mime ?? null,
    preview: named.then((name) => ({ style, tokens, name })),
    at: services.now(),
  })
  return { ...taken, name: await named, counts }
}

async function inStep(
  services: Services,
  caller: Caller,
  fields: Fields,
  work: (origin: ResultOrigin) => Promise<OffloadResult>,
): Promise<OffloadResult> {
  const session = await sessionOf(services, caller, fields.session)
  if (fields.name !== undefined) assertName(fields.name)
  const release = fields.name === undefined ? () => {} : await session.reserveName(fields.name)
  try {
    const step = await session.beginStep(fields.turn ?? null, fields.step ?? null)
    try {
      return await work(originOf(services, session, step, fields))
    } finally {
      step.end()
    }
  } finally {
    release()
  }
}

function originOf(
  services: Services,
  session: ActiveSession,
  step: ResultOrigin['step'],
  fields: Fields,
): ResultOrigin {
  return {
    session,
    step,
    server: null,
    tool: fields.tool,
    arguments: fields.arguments === undefined ? null : stringifyJson(fields.arguments),
    clientCall: fields.call ?? null,
    startedAt: services.now(),
    durationMs: 0,
    wishes: {
      force: fields.force,
      name: fields.name,
      ttlSeconds: fields.ttlSeconds,
      metadata: fields.metadata,
    },
  }
}

function answer({ result, entries }: DeliveredResult, fields: Fields, original: string): OffloadResult {
  const [stored] = entries
  if (!stored) return { offloaded: false, text: original }
  const observation = makeObservation(
    stored.facts,
    stored.preview,
    fields.metadata ?? {},
    result.isError !== true,
  )
  return { offloaded: true, text: stored.text, entry: stored.entry, observation }
}

/** Reads up to `limit` bytes and one chunk more; `rest` is null where the body ended within them. */
async function peek(
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ start: Uint8Array; rest: AsyncIterator<Uint8Array> | null }> {
  const iterator = pieces[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let size = 0
  while (size <= limit) {
    const next = await iterator.next()
    if (next.done) return { start: Buffer.concat(held), rest: null }
    held.push(next.value)
    size += next.value.length
  }
  return { start: Buffer.concat(held), rest: iterator }
}

async function collect(rest: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (let next = await rest.next(); !next.done; next = await rest.next()) parts.push(next.value)
  return parts
}
