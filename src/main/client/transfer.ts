import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SpillwayError } from '../../shared/errors.ts'
import { type ExportInput, importResult, type ImportResult } from '../../shared/contract/share.ts'
import { apiClient } from './api.ts'
import type { DaemonAddress } from './discover.ts'
import { readRefusal } from './refusal.ts'

/** Hears how far it has come: stored bytes of all that there are. */
export type OnProgress = (progress: { readonly done: number; readonly total: number }) => void

const EVERY_MS = 250

/** Writes one turn or session to `path`; what was there is replaced once the new file is whole. */
export async function downloadExport(
  daemon: DaemonAddress,
  input: ExportInput,
  path: string,
  onProgress: OnProgress,
): Promise<void> {
  const reply = await watched(daemon, onProgress, (transfer) => {
    const query = Object.entries({ ...input, transfer }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return fetch(new URL(`/api/v1/export?${new URLSearchParams(query)}`, daemon.url), {
      headers: { authorization: `Bearer ${daemon.token}` },
      redirect: 'error',
    })
  })
  if (!reply.ok || reply.body === null) throw await refusalOf(reply)
  const part = `${path}.part`
  try {
    await pipeline(reply.body, createWriteStream(part, { mode: 0o600 }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Sends a recording to be taken in. @throws SpillwayError with the daemon's reason; nothing was changed then */
export async function uploadRecording(
  daemon: DaemonAddress,
  path: string,
  onProgress: OnProgress,
): Promise<ImportResult> {
  const { size } = await stat(path)
  const reply = await watched(daemon, onProgress, (transfer) =>
    fetch(new URL(`/api/v1/import?transfer=${transfer}`, daemon.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${daemon.token}`,
        'content-type': 'application/octet-stream',
        'content-length': String(size),
      },
      body: Readable.toWeb(createReadStream(path)) as ReadableStream,
      duplex: 'half',
      redirect: 'error',
    } as RequestInit),
  )
  if (!reply.ok) throw await refusalOf(reply)
  return importResult.parse(await reply.json())
}

/** Asks how far a transfer is for as long as its request runs. */
async function watched(
  daemon: DaemonAddress,
  onProgress: OnProgress,
  send: (transfer: string) => Promise<Response>,
): Promise<Response> {
  const transfer = randomUUID()
  const api = apiClient(daemon)
  const timer = setInterval(() => {
    // Before it began and after it ended there is nothing to tell.
    api.getTransfer({ id: transfer }).then(onProgress, () => undefined)
  }, EVERY_MS)
  try {
    return await send(transfer)
  } finally {
    clearInterval(timer)
  }
}

const refusalOf = async (reply: Response): Promise<SpillwayError> =>
  readRefusal(await reply.json().catch(() => null)) ??
  new SpillwayError('internal', `The daemon answered ${reply.status}.`)
