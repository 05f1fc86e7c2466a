import { withoutTurns } from '../../shared/bidi.ts'
import type { ImportedServer } from './server-entry.ts'

const SECRET_NAME = /token|key|secret|passw|auth|credential|cookie|session|private|dsn|pat$/i
const SECRET_VALUE =
  /^(?:sk-|ghp_|gho_|github_pat_|xox[a-z]-|glpat-|AKIA|eyJ|spw_)|^(?=.*\d)[A-Za-z0-9_+/=-]{24,}$/
const MASK = '••••'

/** The same server with a mask in place of whatever looks like a secret. */
export function maskServer(server: ImportedServer): ImportedServer {
  const values = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, mask(key, value)]))
  if ('url' in server) {
    const { headers } = server
    return { ...server, url: maskUrl(server.url), ...(headers && { headers: values(headers) }) }
  }
  const { args, env } = server
  return {
    ...server,
    ...(args && { args: args.map((arg, at) => maskArgument(arg, at === 0 ? undefined : args[at - 1])) }),
    ...(env && { env: values(env) }),
  }
}

/** All that a server would run or reach, with its environment, line by line; what looks like a secret is masked. */
export const describeServer = (server: ImportedServer): string[] =>
  linesOf(maskServer(server)).map(withoutTurns)

function linesOf(masked: ImportedServer): string[] {
  if ('url' in masked)
    return [masked.url, ...Object.entries(masked.headers ?? {}).map(([key, value]) => `${key}: ${value}`)]
  const { command, args = [], env = {}, cwd } = masked
  return [
    [command, ...args].map(quote).join(' '),
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...Object.entries(env).map(([key, value]) => `${key}=${value}`),
  ]
}

const mask = (name: string, value: string): string =>
  SECRET_NAME.test(name) || SECRET_VALUE.test(value) ? MASK : maskUrl(value)

/** `--api-key=x`, `--api-key x`, `KEY=x`, `Authorization: x`, or a secret as it stands. */
function maskArgument(argument: string, before: string | undefined): string {
  const [, name, separator] = /^([\w-]+)(=|:\s*)./.exec(argument) ?? []
  if (name !== undefined && SECRET_NAME.test(name)) return `${name}${separator}${MASK}`
  if (before !== undefined && /^--?\w/.test(before) && !before.includes('=') && SECRET_NAME.test(before))
    return MASK
  return SECRET_VALUE.test(argument) ? MASK : maskUrl(argument)
}

function maskUrl(text: string): string {
  if (!/^\w+:\/\//.test(text) || !URL.canParse(text)) return text
  return text
    .replace(/^(\w+:\/\/)[^/@]*@/, `$1${MASK}@`)
    .replaceAll(/([?&]([^=&#]+)=)([^&#]*)/g, (whole, head: string, name: string, value: string) =>
      SECRET_NAME.test(name) || SECRET_VALUE.test(value) ? head + MASK : whole,
    )
}

const quote = (word: string): string =>
  /^[\w@%+=:,./•-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** What of its entry does not come along, in a sentence; null where all of it does. */
export const staysBehind = (left: readonly string[]): string | null =>
  left.length === 0 ? null : `Its client alone understands ${left.join(', ')}: that does not come along.`
