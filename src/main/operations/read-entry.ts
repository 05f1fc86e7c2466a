import { SpillwayError } from '../../shared/errors.ts'
import type { ReadParams, ReadResult } from '../../shared/reading.ts'
import { estimateTokens } from '../policy/estimate.ts'
import { effectivePolicy } from '../policy/rule.ts'
import type { Content } from '../store/protocol.ts'
import { countReadLater } from './count-later.ts'
import { fromCursor } from './reading/cursor.ts'
import { readLabel } from './reading/label.ts'
import { readSlice, type Slice } from './reading/read.ts'
import { findContent, type Reader, readerOf } from './reader.ts'
import type { Caller, Services } from './services.ts'

/** A slice over HTTP. */
export async function readEntry(
  services: Services,
  caller: Caller,
  { id, ...params }: ReadParams & { id: string },
): Promise<ReadResult> {
  return readAs(services, id, params, await readerOf(services, caller, id), !caller.viewing)
}

/** Reads a slice of whatever `id` names for this reader. An agent's read is recorded before it is answered; a person's look is not. */
export async function readAs(
  services: Services,
  id: string | undefined,
  given: ReadParams,
  reader: Reader,
  counted = true,
): Promise<ReadResult> {
  const started = performance.now()
  const { id: wanted, params } = resume(id, given)
  const content = await findContent(services, reader, wanted)
  const { readMaxChars } = effectivePolicy(services.config().policy)
  const slice = await readSlice(services, content, params, readMaxChars)
  if (counted)
    await record(services, content, params, reader, slice, performance.now() - started).catch(
      // What is stored can be read though nothing more can be written (N11).
      (error: unknown) =>
        services.log.warn({ entry: content.entry, reason: String(error) }, 'a read could not be recorded'),
    )
  return slice.result
}

function resume(id: string | undefined, given: ReadParams): { id: string; params: ReadParams } {
  const { cursor, ...params } = given
  if (cursor !== undefined && cursor !== '') return fromCursor(cursor, id)
  if (id === undefined || id === '')
    throw new SpillwayError(
      'invalid_input',
      'Which entry? `id` is missing.',
      'Pass the id that the reference names.',
    )
  return { id, params }
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
    unit: result.returned.unit,
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
