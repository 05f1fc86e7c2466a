import { SpillwayError } from '../../shared/errors.ts'
import { ENTRY_ID } from '../../shared/ids.ts'
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
export interface Reader extends Viewer {
  readonly turn: string | null
  readonly counted: boolean
}

/** A slice over HTTP. */
export async function readEntry(
  services: Services,
  caller: Caller,
  { id, ...params }: ReadParams & { id: string },
): Promise<ReadResult> {
  const viewer = await viewerOf(services, caller, id)
  return readAs(services, id, params, { ...viewer, turn: null, counted: !caller.viewing })
}

/**
 * Where a request over HTTP looks for what it calls `id`: in the session it names. One that names none may use every exact id of its
 * client, and names and hash prefixes of the session that its own calls are in now. The admin sees all.
 */
export async function viewerOf(services: Services, caller: Caller, id: string): Promise<Viewer> {
  const client = visibleTo(caller)
  if (caller.session !== null) {
    const key = { id: caller.session, externalKey: caller.session }
    const state = await services.store.read.sessionState({ client: caller.client, ...key })
    return { client, session: state?.session.id ?? null, project: state?.projectId ?? null }
  }
  if (client === null || ENTRY_ID.test(id)) return { client, session: null, project: null }
  const { clientName, projectPath } = caller
  const current = services.sessions.rollingNow({ client, clientName, projectPath, transport: 'api' })
  return { client, session: current?.id ?? null, project: current?.projectId ?? null }
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

/** Under turn isolation a session sees only what belongs to its current turn (M9). */
export function viewerOf(
  services: Services,
  { client, session, project, turn }: Omit<Reader, 'counted'>,
): Viewer {
  const isolated = session !== null && effectivePolicy(services.config().policy).isolation === 'turn'
  return { client, session, project, turn: isolated ? (turn ?? '') : null }
}

/** @throws SpillwayError `not_found`, or `expired` with the hash and the time */
export async function findContent(
  services: Services,
  reader: Omit<Reader, 'counted'>,
  id: string,
): Promise<Content> {
  const viewer = viewerOf(services, reader)
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
