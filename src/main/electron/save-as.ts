import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import { SpillwayError } from '../../shared/errors.ts'
import { HEADER } from '../../shared/names.ts'
import type { ForwardTarget } from './api-forward.ts'

/** Asks where to, then writes the entry's exact bytes there. Gives the path, or null where the person cancelled. */
export async function saveEntryAs(
  window: BrowserWindow,
  daemon: ForwardTarget | null,
  entry: string,
  suggestedName: string,
): Promise<string | null> {
  if (daemon === null) throw new SpillwayError('unavailable', 'The daemon is not running.')
  const defaultPath = join(app.getPath('downloads'), basename(suggestedName) || entry)
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath })
  if (canceled || !filePath) return null
  await download(daemon, entry, filePath)
  return filePath
}

/** Beside the target first: a broken transfer must not leave half a file under the chosen name. */
async function download(daemon: ForwardTarget, entry: string, path: string): Promise<void> {
  const partial = `${path}.part`
  const reply = await fetch(new URL(`/api/v1/entries/${entry}/content`, daemon.url), {
    headers: { authorization: `Bearer ${daemon.token}`, [HEADER.view]: '1' },
    redirect: 'error',
  })
  if (!reply.ok || reply.body === null)
    throw new SpillwayError('not_found', `The entry could not be read (${reply.status}).`)
  try {
    await pipeline(
      Readable.fromWeb(reply.body as ReadableStream),
      createWriteStream(partial, { mode: 0o600 }),
    )
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
