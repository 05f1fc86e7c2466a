import { existsSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { SpillwayError } from '../../shared/errors.ts'
import { projectFolder } from '../client/project.ts'
import { isTable, readConfig } from './formats/format.ts'
import type { ConfigFormat } from './formats/format.ts'
import { json } from './formats/json.ts'
import { toml } from './formats/toml.ts'
import { yaml } from './formats/yaml.ts'
import { serverPath } from './connect.ts'
import { KNOWN_CLIENTS } from './known-clients.ts'
import type { KnownClient } from './known-clients.ts'
import type { Place } from './place.ts'
import { openSettings } from './settings-file.ts'

/** A file that lists servers. */
export interface ServerSource {
  readonly title: string
  readonly file: string
  readonly format: ConfigFormat
  /** Where its servers are. */
  readonly path: readonly string[]
  /** It came with a project, so somebody else may have written it: its servers are taken only after a look at each. */
  readonly hostile: boolean
  /** The folder that its servers start in. */
  readonly folder: string | null
}

const PROJECT_FILES = [
  ['.mcp.json', 'mcpServers'],
  ['.cursor/mcp.json', 'mcpServers'],
  ['.vscode/mcp.json', 'servers'],
  ['.gemini/settings.json', 'mcpServers'],
] as const

/** The names under which clients keep servers, the most likely first. */
const CONTAINERS = ['mcpServers', 'servers', 'context_servers', 'mcp_servers', 'extensions', 'mcp']

/** Every file of servers that a person has here: the clients' own, and those of the project that `cwd` is in. */
export async function findSources(place: Place, cwd: string): Promise<ServerSource[]> {
  const own = await Promise.all(clientsWithServers(place).map((client) => sourcesOf(client, place, cwd)))
  return [...own.flat(), ...projectSources(cwd)]
}

/** The clients that have a file of servers here. */
export const clientsWithServers = (place: Place): readonly KnownClient[] =>
  KNOWN_CLIENTS.filter((client) => existsSync(client.file(place)))

/** The sources that `--from` names: a client, or a file. @throws SpillwayError `not_found`, `invalid_input` */
export async function namedSources(name: string, place: Place, cwd: string): Promise<ServerSource[]> {
  const client = KNOWN_CLIENTS.find(({ id }) => id === name)
  if (client) return await sourcesOf(client, place, cwd)
  const file = resolve(cwd, name)
  if (!existsSync(file))
    throw new SpillwayError(
      'not_found',
      `${name} is neither a client nor a file.`,
      'See spillway connect --help.',
    )
  const format = { '.toml': toml, '.yaml': yaml, '.yml': yaml }[extname(file)] ?? json
  const { text } = await openSettings(file)
  const container = CONTAINERS.find((key) => isTable(readConfig(format, text ?? '', [key])))
  if (container === undefined) throw new SpillwayError('invalid_input', `${file} lists no servers.`)
  const known = KNOWN_CLIENTS.some((each) => each.file(place) === file)
  const folder = known ? null : projectFolder(join(file, '..'))
  return [{ title: name, file, format, path: [container], hostile: !known, folder }]
}

/** A client's own servers, and those that it keeps for the project that `cwd` is in. */
export async function sourcesOf(
  client: KnownClient,
  place: Place,
  cwd: string | null,
): Promise<ServerSource[]> {
  const file = client.file(place)
  const { text } = await openSettings(file)
  const { title, format } = client
  const source = { title, file, format, hostile: false }
  const user = { ...source, path: serverPath(client, text ?? '').slice(0, -1), folder: null }
  if (client.id !== 'claude-code' || cwd === null) return [user]
  // Claude Code keeps a person's servers for one project in the same file.
  const folder = projectFolder(cwd)
  return [user, { ...source, path: ['projects', folder, 'mcpServers'], folder }]
}

/** The files of servers that came with the project that `cwd` is in. */
export function projectSources(cwd: string): ServerSource[] {
  const folder = projectFolder(cwd)
  return PROJECT_FILES.map(([name, container]) => ({ name, container, file: join(folder, name) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, container, file }) => ({
      title: `this project’s ${name}`,
      file,
      format: json,
      path: [container],
      hostile: true,
      folder,
    }))
}
