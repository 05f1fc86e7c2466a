import { isTable } from './formats/format.ts'

/** What is off: the server, or some of its tools. */
interface Switches {
  enabled?: false
  enabledTools?: string[]
  disabledTools?: string[]
}

/** A server as `mcpServers` of our configuration holds it; fields that say nothing are left out. */
export type ImportedServer =
  | ({ command: string; args?: string[]; env?: Record<string, string>; cwd?: string } & Switches)
  | ({ type: 'http'; url: string; headers?: Record<string, string> } & Switches)

/** Values that only the client fills in: `${input:key}`, `${env:X}`, `{env:X}`, `{file:x}`, `$VAR`. */
const PLACEHOLDER = /\$\{[^}]*\}|\{(?:env|file):[^}]*\}|\$[A-Za-z_]\w*/

/**
 * Reads a server in the form of any known client. `folder` is where a project's own server starts.
 * Returns the server, or a sentence that says why it cannot be taken.
 */
export function readServer(entry: unknown, folder: string | null): ImportedServer | string {
  if (!isTable(entry)) return 'it is not a server'
  const placeholder = PLACEHOLDER.exec(JSON.stringify(entry))?.[0]
  if (placeholder !== undefined) return `it holds ${placeholder}, which only its own client fills in`
  const off = switchesOf(entry)
  const url = [entry['url'], entry['serverUrl'], entry['httpUrl'], entry['uri']].find(isText)
  if (url !== undefined) return readHttp(entry, url, off)
  return readStdio(entry, folder, off)
}

/** How clients name the tools that alone are on (Gemini CLI, Codex, Goose, Copilot), and those that are off. */
const ALLOW_LISTS = ['enabledTools', 'enabled_tools', 'includeTools', 'available_tools', 'tools']
const DENY_LISTS = ['disabledTools', 'disabled_tools', 'excludeTools']

function switchesOf(entry: Record<string, unknown>): Switches {
  const listed = (keys: readonly string[]) => keys.flatMap((key) => entry[key]).filter(isText)
  const [on, off] = [listed(ALLOW_LISTS), listed(DENY_LISTS)]
  return {
    ...(entry['disabled'] === true || entry['enabled'] === false ? { enabled: false } : {}),
    // An empty list, and `*`, let all through in every one of those clients.
    ...(on.length > 0 && !on.includes('*') ? { enabledTools: on } : {}),
    ...(off.length > 0 ? { disabledTools: off } : {}),
  }
}

/** What is read of an entry, or says nothing that could be lost. */
const READ: ReadonlySet<string> = new Set(
  [
    ALLOW_LISTS,
    DENY_LISTS,
    ['disabled', 'enabled', 'type', 'transport', 'name', 'description', 'display_name', 'bundled', 'source'],
    ['url', 'serverUrl', 'httpUrl', 'uri', 'headers', 'http_headers'],
    ['command', 'cmd', 'args', 'env', 'envs', 'environment', 'cwd'],
  ].flat(),
)

/**
 * The fields of an entry that mean something to its client alone and do not come along, such as which tools it runs without
 * asking (`alwaysAllow`, `autoApprove`, `trust`).
 */
export function leftBehind(entry: unknown): string[] {
  if (!isTable(entry)) return []
  return Object.entries(entry)
    .filter(([key, value]) => !READ.has(key) && !isNothing(value))
    .map(([key]) => key)
}

const isNothing = (value: unknown): boolean =>
  value === false ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function readHttp(entry: Record<string, unknown>, url: string, off: Switches): ImportedServer | string {
  if (entry['type'] === 'sse') return 'it speaks the old SSE transport'
  if (!URL.canParse(url)) return 'its URL is none'
  if (isText(entry['bearer_token_env_var']))
    return `its token is in the environment, as ${entry['bearer_token_env_var']}`
  const headers = textsOf(entry['headers'] ?? entry['http_headers'])
  return { type: 'http', url, ...given('headers', headers), ...off }
}

function readStdio(
  entry: Record<string, unknown>,
  folder: string | null,
  off: Switches,
): ImportedServer | string {
  const [command, ...first] = [entry['command'] ?? entry['cmd']].flat()
  if (!isText(command)) return 'it names neither a command nor a URL'
  const rest: unknown[] = Array.isArray(entry['args']) ? entry['args'] : []
  const args = [...first, ...rest].map(String)
  const env = textsOf(entry['env'] ?? entry['envs'] ?? entry['environment'])
  const cwd = isText(entry['cwd']) ? entry['cwd'] : folder
  return {
    command,
    ...(args.length > 0 ? { args } : {}),
    ...given('env', env),
    ...(cwd === null ? {} : { cwd }),
    ...off,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const textsOf = (value: unknown): Record<string, string> =>
  isTable(value) ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, String(held)])) : {}

const given = <K extends string>(key: K, texts: Record<string, string>) =>
  (Object.keys(texts).length > 0 ? { [key]: texts } : {}) as { [_ in K]?: Record<string, string> }
