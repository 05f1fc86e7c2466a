import { SpillwayError } from '../../shared/errors.ts'
import type { ReadParams, ReadResult } from '../../shared/reading.ts'
import { estimateTokens } from '../policy/estimate.ts'
import { effectivePolicy } from '../policy/rule.ts'
import type { Content, Viewer } from '../store/protocol.ts'
import { countReadLater } from './count-later.ts'
import { fromCursor } from './reading/cursor.ts'
import { readLabel } from './reading/label.ts'
import { readSlice, type Slice } from './reading/read.ts'
import { type Caller, type Services, visibleTo } from './services.ts'

/** Where a read happens: with a session, names resolve in it and the read belongs to its current turn. */
export interface Reader {
  /** Whose entries it sees; null is everyone's. */
  readonly client: string | null
  readonly session: string | null
  readonly project: string | null
  readonly turn: string | null
  readonly counted: boolean
}

/** A slice over HTTP: names and hash prefixes need a session; the admin may use them across all. */
export async function readEntry(
  services: Services,
  caller: Caller,
  { id, ...params }: ReadParams & { id: string },
): Promise<ReadResult> {
  const session =
    caller.session === null
      ? null
      : ((await services.store.read.sessionState({
          client: caller.client,
          id: caller.session,
          externalKey: caller.session,
        })) ?? null)
  return readAs(services, id, params, {
    client: visibleTo(caller),
    session: session?.session.id ?? null,
    project: session?.projectId ?? null,
    turn: null,
    counted: !caller.viewing,
  })
}

/** Reads a slice of whatever `id` names for this reader; the read is recorded before it is answered. */
export async function readAs(
  services: Services,
  id: string | undefined,
  given: ReadParams,
  reader: Reader,
): Promise<ReadResult> {
  const started = performance.now()
  const { id: wanted, params } = resume(id, given)
  const content = await findContent(services, reader, wanted)
  const { readMaxChars } = effectivePolicy(services.config().policy)
  const slice = await readSlice(services, content, params, readMaxChars)
  if (reader.counted) await record(services, content, params, reader, slice, performance.now() - started)
  return slice.result
}

function resume(id: string | undefined, given: ReadParams): { id: string; params: ReadParams } {
  const { cursor, ...params } = given
  if (cursor !== undefined) return fromCursor(cursor, id)
  if (id === undefined || id === '')
    throw new SpillwayError(
      'invalid_input',
      'Which entry? `id` is missing.',
      'Pass the id that the reference names.',
    )
  return { id, params }
}

/** @throws SpillwayError `not_found`, or `expired` with the hash and the time */
export async function findContent(
  services: Services,
  reader: Omit<Reader, 'turn' | 'counted'>,
  id: string,
): Promise<Content> {
  const { client, session, project } = reader
  const viewer: Viewer = { client, session, project }
  const found = await services.store.read.find({ viewer, id, at: services.now() })
  if (found.found === 'live') return found.content
  if (found.found === 'expired')
    throw new SpillwayError(
      'expired',
      `${id} is past its life: its bytes (sha256 ${found.sha256}) were removed at ${new Date(found.at).toISOString()} (${found.why}).`,
      'Call the tool again to get it anew.',
    )
  throw new SpillwayError(
    'not_found',
    `There is no entry ${id}.`,
    'List what there is with scratchpad_list or GET /api/v1/entries.',
  )
}

async function record(
  services: Services,
  content: Content,
  params: ReadParams,
  reader: Reader,
  { plan, result, spans }: Slice,
  durationMs: number,
): Promise<void> {
  const { mode: _mode, ...rest } = params
  const read = await services.store.write.recordRead({
    at: services.now(),
    entry: content.entry,
    session: reader.session,
    turn: reader.turn,
    mode: plan.mode,
    label: readLabel(plan),
    params: rest,
    unit: result.returned.unit === 'rows' ? 'lines' : result.returned.unit,
    start: result.returned.start,
    end: result.returned.end,
    spans,
    chars: result.text.length,
    bytes: Buffer.byteLength(result.text),
    tokens: estimateTokens(result.text),
    durationMs: Math.round(durationMs * 100) / 100,
  })
  countReadLater(services, read, result.text)
}
