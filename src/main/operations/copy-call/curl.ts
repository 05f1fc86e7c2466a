export interface CurlRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** One argument may have 128 KiB on Linux; a longer body goes in by stdin. */
const LONGEST_ARGUMENT = 100_000
const END = 'SPILLWAY'

/** A POST as a command for a POSIX shell. It holds no token, only the name of the variable to put one in. */
export function curlCommand({ url, headers, body }: CurlRequest): string {
  const lines = [
    `curl -sS ${quoted(url)}`,
    // In double quotes: the shell fills it in.
    '-H "Authorization: Bearer $SPILLWAY_TOKEN"',
    ...Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    ),
  ]
  // JSON in one line cannot hold a line that ends it.
  const data =
    Buffer.byteLength(body) > LONGEST_ARGUMENT
      ? `--data-binary @- <<'${END}'\n${body}\n${END}`
      : `-d ${quoted(body)}`
  return [...lines, data].join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
