import { chmod, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../client/json.ts'

/** What `spillway connect` did to a client's file, so that it can be undone. */
const connection = z.object({
  client: z.string(),
  file: z.string(),
  /** The Spillway client that was made for it. */
  clientId: z.string(),
  /** SHA-256 of the file as we wrote it. */
  written: z.string(),
  /** The file was there before; its bytes are in the backup. */
  existed: z.boolean(),
  mode: z.int(),
  /** The first folder that was made for it. */
  madeFolder: z.string().nullable(),
  /** Nothing but our server is under the path of the client's servers. */
  madeServers: z.boolean(),
})
export type Connection = z.infer<typeof connection>

const folderOf = (home: string) => join(home, 'connections')
const recordFile = (home: string, client: string) => join(folderOf(home), `${client}.json`)
export const backupFile = (home: string, client: string): string => join(folderOf(home), `${client}.backup`)

export async function readConnection(home: string, client: string): Promise<Connection | null> {
  const text = await readFile(recordFile(home, client), 'utf8').catch(() => '')
  const parsed = connection.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}

export async function listConnections(home: string): Promise<string[]> {
  const names = await readdir(folderOf(home)).catch(() => [])
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
}

/** The backup is on disk before the client's file is touched. */
export async function saveBackup(home: string, client: string, text: string): Promise<void> {
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 })
  await writeFile(backupFile(home, client), text, { mode: 0o600 })
  // A backup of an earlier time may have been written with another mode.
  await chmod(backupFile(home, client), 0o600)
}

export async function saveConnection(home: string, made: Connection): Promise<void> {
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 })
  await writeFile(recordFile(home, made.client), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
}

export async function forgetConnection(home: string, client: string): Promise<void> {
  await rm(recordFile(home, client), { force: true })
  await rm(backupFile(home, client), { force: true })
}
