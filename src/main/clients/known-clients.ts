import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ClientId } from './client-ids.ts'
import type { ConfigFormat } from './formats/format.ts'
import { json } from './formats/json.ts'
import { toml } from './formats/toml.ts'
import { yaml } from './formats/yaml.ts'
import type { Place } from './place.ts'

/** How a client starts Spillway as a server of its own. */
export interface StdioWay {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** How a client reaches the daemon itself. */
export interface HttpWay {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** A program that keeps a list of MCP servers, and how it writes them down. */
export interface KnownClient {
  readonly id: ClientId
  readonly title: string
  readonly format: ConfigFormat
  /** Where in the file its servers are, by name. */
  readonly servers: readonly string[]
  /** The person's own file, not a project's. */
  readonly file: (place: Place) => string
  /** A folder that is there where the client is; by default the one of its file. */
  readonly folder?: (place: Place) => string
  readonly stdio: (way: StdioWay) => object
  /** Missing where the client reaches no server over HTTP, or only by a token from its environment. */
  readonly http?: (way: HttpWay) => object
}

const plainStdio = ({ command, args, env }: StdioWay) => ({ command, args, env })
const typedStdio = (way: StdioWay) => ({ type: 'stdio', ...plainStdio(way) })
const plainHttp = ({ url, headers }: HttpWay) => ({ url, headers })
const typedHttp = (way: HttpWay) => ({ type: 'http', ...plainHttp(way) })

const codeUser = ({ applications }: Place) => join(applications, 'Code', 'User')
const clineFolder = (place: Place) => join(codeUser(place), 'globalStorage', 'saoudrizwan.claude-dev')

export const KNOWN_CLIENTS: readonly KnownClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: json,
    servers: ['mcpServers'],
    file: ({ home }) => join(home, '.claude.json'),
    folder: ({ home }) => join(home, '.claude'),
    stdio: typedStdio,
    http: typedHttp,
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: json,
    servers: ['mcpServers'],
    file: ({ applications }) => join(applications, 'Claude', 'claude_desktop_config.json'),
    stdio: plainStdio,
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: json,
    servers: ['mcpServers'],
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    stdio: plainStdio,
    http: plainHttp,
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: json,
    servers: ['servers'],
    file: (place) => join(codeUser(place), 'mcp.json'),
    stdio: typedStdio,
    http: typedHttp,
  },
  {
    id: 'codex',
    title: 'Codex',
    format: toml,
    servers: ['mcp_servers'],
    file: ({ home }) => join(home, '.codex', 'config.toml'),
    stdio: plainStdio,
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: json,
    servers: ['mcpServers'],
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    stdio: plainStdio,
    http: ({ url, headers }) => ({ httpUrl: url, headers }),
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: json,
    servers: ['mcpServers'],
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    stdio: plainStdio,
    http: ({ url, headers }) => ({ serverUrl: url, headers }),
  },
  {
    id: 'devin',
    title: 'Devin',
    format: json,
    servers: ['mcpServers'],
    file: ({ config }) => join(config, 'devin', 'mcp_config.json'),
    stdio: plainStdio,
    http: plainHttp,
  },
  {
    id: 'zed',
    title: 'Zed',
    format: json,
    servers: ['context_servers'],
    // On a Mac too it is under ~/.config.
    file: ({ platform, applications, config }) =>
      platform === 'win32'
        ? join(applications, 'Zed', 'settings.json')
        : join(config, 'zed', 'settings.json'),
    stdio: plainStdio,
    http: plainHttp,
  },
  {
    id: 'goose',
    title: 'Goose',
    format: yaml,
    servers: ['extensions'],
    file: ({ platform, applications, config }) =>
      platform === 'win32'
        ? join(applications, 'Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml'),
    stdio: ({ command, args, env }) => ({
      name: 'spillway',
      type: 'stdio',
      enabled: true,
      cmd: command,
      args,
      envs: env,
      timeout: 300,
    }),
    http: ({ url, headers }) => ({
      name: 'spillway',
      type: 'streamable_http',
      enabled: true,
      uri: url,
      headers,
      timeout: 300,
    }),
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    format: json,
    servers: ['mcp'],
    file: ({ config }) => {
      const file = join(config, 'opencode', 'opencode.json')
      return existsSync(`${file}c`) && !existsSync(file) ? `${file}c` : file
    },
    stdio: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      environment: env,
      enabled: true,
    }),
    http: ({ url, headers }) => ({ type: 'remote', url, headers, enabled: true }),
  },
  {
    id: 'cline',
    title: 'Cline',
    format: json,
    servers: ['mcpServers'],
    file: (place) => join(clineFolder(place), 'settings', 'cline_mcp_settings.json'),
    folder: clineFolder,
    stdio: plainStdio,
    http: (way) => ({ type: 'streamableHttp', ...plainHttp(way) }),
  },
]

/** Whether there are traces of the client on this machine. */
export function isHere(client: KnownClient, place: Place): boolean {
  const file = client.file(place)
  return existsSync(file) || existsSync(client.folder?.(place) ?? dirname(file))
}
