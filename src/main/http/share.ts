import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'hono'
import { exportInput, importInput } from '../../shared/contract/share.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { exportRecording } from '../operations/share/export.ts'
import { importRecording } from '../operations/share/import.ts'
import { isAdmin, type Services } from '../operations/services.ts'
import { BodyPieces } from './body-pieces.ts'
import { callerOf, type Env } from './context.ts'
import { INERT } from './inert.ts'
import { parseInput } from './parse-input.ts'

const PIECE_BYTES = 1024 * 1024

/** A recording as a file. It is written first and sent then, so that whatever goes wrong is an answer and not half a file. */
export async function exportFile(c: Context<Env>, services: Services): Promise<Response> {
  const input = parseInput(exportInput, c.req.query())
  const { path, bytes, name } = await exportRecording(services, callerOf(c), input, c.req.raw.signal)
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES })
  file.once('close', () => void rm(path, { force: true }))
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      ...INERT,
      'content-type': input.format === 'spillway' ? 'application/vnd.sqlite3' : 'application/json',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(bytes),
    },
  })
}

/** Takes the recording in that is the body, of any size. It is written to a file of ours first: what others sent is not opened where they can reach it. */
export async function importFile(c: Context<Env>, services: Services): Promise<Response> {
  const caller = callerOf(c)
  if (!isAdmin(caller)) throw new SpillwayError('forbidden', 'That is for the admin token alone.')
  const { transfer } = parseInput(importInput, c.req.query())
  const { signal } = c.req.raw
  const path = services.transfers.place()
  try {
    await pipeline(new BodyPieces(c.env.incoming), createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      signal,
    })
    return c.json(await importRecording(services, path, { client: caller.client, transfer, signal }))
  } finally {
    await rm(path, { force: true })
  }
}
