import type { Context } from 'hono'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { findContent, readerOf } from '../operations/reader.ts'
import type { Services } from '../operations/services.ts'
import type { Content } from '../store/protocol.ts'
import { callerOf, type Env } from './context.ts'
import { INERT } from './inert.ts'
import { parseRange } from './range.ts'

const PIECE_BYTES = 1024 * 1024

/** The exact bytes of an entry, whole or a range, in pieces as fast as the reader takes them. */
export async function content(c: Context<Env>, services: Services): Promise<Response> {
  const caller = callerOf(c)
  const id = c.req.param('id') ?? ''
  const found = await findContent(services, await readerOf(services, caller, id), id)
  const total = found.sizes.bytes
  const etag = `"${found.sha256}"`
  // RFC 9110 sections 13.1.5 and 14.2: a range is asked for with GET alone, and of what it began to read: a note may be another by now.
  const isSame = (c.req.header('if-range')?.trim() ?? etag) === etag
  const range = c.req.method === 'GET' && isSame ? parseRange(c.req.header('range'), total) : null
  if (range === 'unsatisfiable') return unsatisfiable(c, total)
  const { start, end } = range ?? { start: 0, end: total }
  const headers = {
    ...INERT,
    'content-type': contentType(found),
    'content-disposition': `attachment; filename="${fileName(found)}"`,
    'content-length': String(end - start),
    'accept-ranges': 'bytes',
    etag,
    ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${total}` } : {}),
  }
  const body = c.req.method === 'HEAD' ? null : pieces(services, found, start, end)
  return new Response(body, { status: range ? 206 : 200, headers })
}

function unsatisfiable(c: Context<Env>, total: number): Response {
  const asked = c.req.header('range')
  const error = new SpillwayError('range_not_satisfiable', `There is no ${asked} in ${total} bytes.`)
  return c.json(toErrorBody(error), 416, { 'content-range': `bytes */${total}` })
}

function contentType({ mime, encoding }: Content): string {
  const essence = mime?.split(';')[0]?.trim() ?? ''
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(essence)
    ? essence
    : encoding === 'binary'
      ? 'application/octet-stream'
      : 'text/plain'
  return encoding === 'binary' ? type : `${type}; charset=${encoding}`
}

const fileName = ({ name, entry }: Content) => (name || entry).replace(/[^A-Za-z0-9._-]/g, '_')

function pieces(
  services: Services,
  { blob }: Content,
  start: number,
  end: number,
): ReadableStream<Uint8Array> {
  let at = start
  return new ReadableStream({
    async pull(controller) {
      if (at >= end) return controller.close()
      const next = Math.min(end, at + PIECE_BYTES)
      controller.enqueue(await services.store.read.bytes({ blob, start: at, end: next }))
      at = next
    },
  })
}
