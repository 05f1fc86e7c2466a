import type { ImportedServer } from './server-entry.ts'

const SECRET_NAME = /token|key|secret|passw|auth|credential|cookie|session|private|dsn|pat$/i
const SECRET_VALUE =
  /^(?:sk-|ghp_|gho_|github_pat_|xox[a-z]-|glpat-|AKIA|eyJ|spw_)|^(?=.*\d)[A-Za-z0-9_+/=-]{24,}$/
const MASK = '••••'

/** All that a server would run or reach, with its environment, line by line; what looks like a secret is masked. */
export function describeServer(server: ImportedServer): string[] {
  if ('url' in server)
    return [
      maskUrl(server.url),
      ...Object.entries(server.headers ?? {}).map(([key, value]) => `${key}: ${mask(key, value)}`),
    ]
  const { command, args = [], env = {}, cwd } = server
  return [
    [command, ...args].map((arg, at, all) => quote(maskArgument(arg, all[at - 1]))).join(' '),
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...Object.entries(env).map(([key, value]) => `${key}=${mask(key, value)}`),
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
