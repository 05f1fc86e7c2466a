import { isDeepStrictEqual } from 'node:util'
import { SpillwayError } from '../../shared/errors.ts'
import { APP_NAME } from '../../shared/names.ts'
import { apiClient } from '../client/api.ts'
import type { ApiClient } from '../client/api.ts'
import type { DaemonAddress } from '../client/discover.ts'
import { hashOf } from '../client/replace-file.ts'
import { readConnection, saveBackup, saveConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { editConfig, isTable, readConfig } from './formats/format.ts'
import type { KnownClient } from './known-clients.ts'
import type { Place } from './place.ts'
import { assertWritable, openSettings, writeSettings } from './settings-file.ts'
import type { SettingsFile } from './settings-file.ts'

export interface ConnectOptions {
  readonly home: string
  readonly place: Place
  readonly daemon: DaemonAddress
  readonly api: ApiClient
  /** What starts `spillway mcp`: the program and its first arguments. */
  readonly bridge: { readonly command: string; readonly args: readonly string[] }
  /** Reach the daemon over HTTP where the client can, instead of starting a bridge. */
  readonly http: boolean
}

/** A change that was not made yet. */
export interface PlannedConnection {
  readonly client: KnownClient
  readonly file: SettingsFile
  /** The file's text afterwards, with `TOKEN_TO_COME` where a new client's token will be. */
  readonly after: string
  readonly changes: boolean
  /** The token of the connection that is there already. */
  readonly token: string | null
}

/** Stands for a token before there is one. */
export const TOKEN_TO_COME = 'spw_…'

/**
 * What connecting a client would change. Nothing is written, and no token made.
 * @throws SpillwayError where the file is malformed (with line and column) or read-only
 */
export async function planConnect(client: KnownClient, options: ConnectOptions): Promise<PlannedConnection> {
  const file = await openSettings(client.file(options.place))
  return inFile(file, async () => {
    const text = file.text ?? ''
    const path = serverPath(client, text)
    const now = readConfig(client.format, text, path)
    const token = await workingToken(now, options.daemon)
    const wanted = serverOf(client, token ?? TOKEN_TO_COME, options)
    const changes = !isDeepStrictEqual(plain(now), plain(wanted))
    if (changes) await assertWritable(file)
    const after = changes ? editConfig(client.format, text, path, wanted) : text
    return { client, file, after, changes, token }
  })
}

/** Makes the planned change, with a backup and a client of its own; a second time changes nothing. */
export async function carryOutConnect(planned: PlannedConnection, options: ConnectOptions): Promise<void> {
  const { client, file, changes } = planned
  if (!changes) return
  const before = await readConnection(options.home, client.id)
  const kept = planned.token !== null && before !== null
  const made = kept
    ? { id: before.clientId, token: planned.token }
    : await options.api.createClient({ name: client.title })
  const after = planned.after.replaceAll(TOKEN_TO_COME, made.token)
  try {
    const connection = await backUp(planned, before, options)
    const madeFolder = (await writeSettings(file, after)) ?? connection.madeFolder
    const written = hashOf(after)
    await saveConnection(options.home, { ...connection, clientId: made.id, written, madeFolder })
  } catch (error) {
    if (!kept) await options.api.deleteClient({ id: made.id })
    throw error
  }
  // The one that was there cannot be used any more.
  if (!kept && before !== null) await options.api.deleteClient({ id: before.clientId }).catch(ignoreGone)
}

/** Keeps what undo will bring back: the file without us, be it older or changed by others since we first wrote it. */
async function backUp(
  { client, file }: PlannedConnection,
  before: Connection | null,
  { home }: ConnectOptions,
): Promise<Connection> {
  const text = file.text ?? ''
  if (before !== null && file.text !== null && hashOf(text) === before.written) return before
  const path = serverPath(client, text)
  const without =
    readConfig(client.format, text, path) === undefined
      ? text
      : editConfig(client.format, text, path, undefined)
  await saveBackup(home, client.id, without)
  const servers = readConfig(client.format, without, path.slice(0, -1))
  return {
    client: client.id,
    file: file.path,
    clientId: '',
    written: '',
    existed: file.text !== null,
    mode: file.mode,
    madeFolder: before?.madeFolder ?? null,
    madeServers: before?.madeServers ?? servers === undefined,
  }
}

/** Where our server is, or would be, in a client's file. */
export function serverPath(client: KnownClient, text: string): string[] {
  // OpenCode has moved its servers one level down; whichever form somebody uses is kept.
  const nested = client.id === 'opencode' && isNested(readConfig(client.format, text, [...client.servers]))
  return [...client.servers, ...(nested ? ['servers'] : []), APP_NAME]
}

const isNested = (mcp: unknown): boolean =>
  isTable(mcp) && isTable(mcp['servers']) && mcp['servers']['type'] === undefined

function serverOf(
  client: KnownClient,
  token: string,
  { http, daemon, bridge, home }: ConnectOptions,
): object {
  if (http && client.http)
    return client.http({ url: `${daemon.url}/mcp`, headers: { Authorization: `Bearer ${token}` } })
  const args = [...bridge.args, 'mcp', '--home', home]
  // In the environment, because everybody on a machine can read arguments.
  return client.stdio({ command: bridge.command, args, env: { SPILLWAY_TOKEN: token } })
}

/** The token in a server's entry, where it is one that still lets in. */
export async function workingToken(server: unknown, daemon: DaemonAddress): Promise<string | null> {
  const token = /spw_[A-Za-z0-9_-]{20,}/.exec(JSON.stringify(server) ?? '')?.[0]
  if (token === undefined) return null
  return await apiClient({ url: daemon.url, token })
    .stats({})
    .then(
      () => token,
      () => null,
    )
}

const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

/** Errors about a text say which file it is. */
export async function inFile<T>(file: SettingsFile, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SpillwayError) || error.message.includes(file.path)) throw error
    throw new SpillwayError(error.code, `${file.path}, ${error.message}`, error.hint)
  }
}

export function ignoreGone(error: unknown): void {
  if (!(error instanceof SpillwayError) || error.code !== 'not_found') throw error
}
