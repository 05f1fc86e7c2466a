import { SpillwayError } from '../../shared/errors.ts'
import type { OffloadInput, OffloadResult } from '../../shared/contract.ts'
import { makeObservation } from '../policy/observation.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { stringifyJson } from '../rpc/json.ts'
import {
  commitOffload,
  type DeliveredResult,
  deliverResult,
  type ResultOrigin,
  ruleFor,
} from './deliver-result.ts'
import { assertName } from './entry-name.ts'
import { newId } from '../store/ids.ts'
import type { Caller, Services } from './services.ts'
import { sessionOf } from './session-of.ts'

type Fields = Omit<OffloadInput, 'content' | 'contentBase64'>

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
  body: AsyncIterable<Uint8Array>,
): Promise<OffloadResult> {
  const rule = ruleFor(services, { server: null, tool: fields.tool, wishes: fields })
  const { start, rest } = await peek(body, rule.action === 'offload' ? 0 : rule.thresholdBytes)
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
  return inStep(services, caller, fields, async (origin) => {
    const name = fields.name ?? (await origin.session.nextName(origin.tool))
    const mime = fields.mime ?? null
    const preview = { style: rule.previewStyle, tokens: rule.previewTokens, name }
    const whole = chain(start, rest)
    const { blob, preview: made } = await services.ingest.stream(services.store, {
      body: whole,
      mime,
      preview,
      at: services.now(),
    })
    const result: ToolResult = {
      content: [{ type: 'resource', resource: { uri: `spillway:${fields.tool}`, blob: '' } }],
    }
    const part = {
      source: 'resource' as const,
      blocks: [0],
      bytes: new Uint8Array(0),
      mime,
      uri: null,
      boundaries: null,
    }
    const delivered = await commitOffload(services, origin, rule, {
      result,
      plan: {
        action: 'offload',
        rawBytes: blob.sizes.bytes,
        parts: [part],
        dropStructured: false,
        twin: null,
      },
      ready: [{ id: newId('e'), name, blob, preview: made, metadata: fields.metadata ?? {} }],
    })
    return answer(delivered, fields, '')
  })
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
  body: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ start: Uint8Array; rest: AsyncIterator<Uint8Array> | null }> {
  const iterator = body[Symbol.asyncIterator]()
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

async function* chain(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function collect(rest: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (let next = await rest.next(); !next.done; next = await rest.next()) parts.push(next.value)
  return parts
}
