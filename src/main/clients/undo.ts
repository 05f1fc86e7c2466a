import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ApiClient } from '../client/api.ts'
import { hashOf } from '../client/replace-file.ts'
import { ignoreGone, inFile, serverPath } from './connect.ts'
import { backupFile, forgetConnection, readConnection } from './connection.ts'
import { editConfig, readConfig } from './formats/format.ts'
import type { KnownClient } from './known-clients.ts'
import { assertWritable, openSettings, removeMadeFolders, writeSettings } from './settings-file.ts'

/** `restored` byte for byte; or only our server `removed`, because others changed the file since. */
export type Undone = 'restored' | 'removed' | 'not connected'

/** Takes Spillway out of a client's file and revokes its token. */
export async function undoConnect(client: KnownClient, home: string, api: ApiClient): Promise<Undone> {
  const made = await readConnection(home, client.id)
  if (made === null) return 'not connected'
  const file = await openSettings(made.file)
  const undone = await inFile(file, async (): Promise<Undone> => {
    await assertWritable(file)
    if (file.text === null) return 'removed'
    if (hashOf(file.text) === made.written) {
      if (made.existed) await writeSettings(file, await readFile(backupFile(home, client.id), 'utf8'))
      else await rm(file.path)
      return 'restored'
    }
    await writeSettings(file, withoutUs(client, file.text, made.madeServers))
    return 'removed'
  })
  if (!made.existed && made.madeFolder !== null) await removeMadeFolders(dirname(file.path), made.madeFolder)
  await api.deleteClient({ id: made.clientId }).catch(ignoreGone)
  await forgetConnection(home, client.id)
  return undone
}

function withoutUs(client: KnownClient, text: string, madeServers: boolean): string {
  const path = serverPath(client, text)
  if (readConfig(client.format, text, path) === undefined) return text
  const without = editConfig(client.format, text, path, undefined)
  const servers = readConfig(client.format, without, path.slice(0, -1))
  const empty = madeServers && servers !== undefined && Object.keys(servers ?? {}).length === 0
  return empty ? editConfig(client.format, without, path.slice(0, -1), undefined) : without
}
