/** One message of a compiler or linter, where it was understood. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note'
  /** Null where the message stands without a place, as a linker's does. */
  readonly file: string | null
  /** `TS2322`, `E0308`, `no-unused-vars`; null where there is none. */
  readonly code: string | null
}

const SEVERITIES: Readonly<Record<string, Diagnostic['severity']>> = {
  error: 'error',
  fatal: 'error',
  'fatal error': 'error',
  warning: 'warning',
  warn: 'warning',
  note: 'note',
  info: 'note',
  help: 'note',
}
const WORD = '(fatal error|error|warning|warn|note|info|help|fatal)'
const PLACE = String.raw`((?:[A-Za-z]:)?[^\s:()"][^:()"]{0,200}?)`

/** `file(1,2): error TS1: …`, as tsc and MSBuild write. */
const PARENTHESES = new RegExp(String.raw`^${PLACE}\(\d+(?:,\d+)?\)\s?: ${WORD} ?([A-Z]+\d+)?`)
/** `file:1:2: error: …` (gcc, clang, javac, go vet) and `file:1:2 - error TS1: …` (tsc --pretty). */
const COLONS = new RegExp(String.raw`^${PLACE}:\d+(?::\d+)?(?: -|:) ${WORD}(?:: | |\[)?(?:([A-Z]+\d+)\b)?`)
/** `file:1:2: message [Error/rule]`, the unix format of linters. */
const UNIX = new RegExp(String.raw`^${PLACE}:\d+:\d+: .*\[(Error|Warning)\/([^\]]+)\]$`)
/** `file.py:1:2: E501 …` (flake8, ruff) and `file.py:1: error: …  [code]` (mypy). */
const FLAKE = new RegExp(String.raw`^${PLACE}:\d+:\d+: ([A-Z]{1,4}\d{2,4}) `)
/** `error[E0308]: …` (rustc), `error: …`; the place follows on a line of its own. */
const BARE = /^(error|warning)(?:\[([A-Z]\d+)\])?: /
/** `  x rule(name): …` (oxlint). */
const MARKED = /^ {2}([x×!⚠]) ([\w-]+(?:\([\w/-]+\)))?/
/** `  1:2  error  message  rule` below the name of a file (eslint). */
const STYLISH = /^ {1,4}\d+:\d+\s+(error|warning)\s.*?(?:\s{2,}([@\w/-]+))?$/

/** Longer lines are data, and patterns take long on them. */
const LONGEST = 800

/** What a line says if it is the head of a diagnostic; null elsewhere. */
export function readDiagnostic(text: string): Diagnostic | null {
  if (text.length > LONGEST) return null
  const placed = PARENTHESES.exec(text) ?? COLONS.exec(text)
  if (placed) return diagnostic(placed[2], placed[1], placed[3] ?? bracketed(text))
  const unix = UNIX.exec(text)
  if (unix) return diagnostic(unix[2]?.toLowerCase(), unix[1], unix[3])
  const flake = FLAKE.exec(text)
  if (flake) return diagnostic(flake[2]?.startsWith('W') ? 'warning' : 'error', flake[1], flake[2])
  const bare = BARE.exec(text)
  if (
    bare &&
    !/^(?:error|warning): (?:could not compile|aborting due|\d+ warnings? emitted|.* generated \d+ warning)/.test(
      text,
    )
  ) {
    return diagnostic(bare[1], undefined, bare[2])
  }
  const marked = MARKED.exec(text)
  if (marked?.[2]) return diagnostic(/[!⚠]/.test(marked[1] ?? '') ? 'warning' : 'error', undefined, marked[2])
  const stylish = STYLISH.exec(text)
  return stylish ? diagnostic(stylish[1], undefined, stylish[2]) : null
}

/** The place that a line of its own names for the diagnostic above it (rustc, oxlint). */
export function readPlace(text: string): { file: string; at: string } | null {
  const arrow = /^\s*(?:-->|,-\[|╭─\[)\s*([^\s:\]]+)(:\d+:\d+)/.exec(text)
  return arrow ? { file: arrow[1] ?? '', at: `${arrow[1]}${arrow[2]}` } : null
}

/** Line and column, or the line alone, that the head of a diagnostic names: `56:17`. */
export function readPosition(text: string): string | null {
  const position = /[(:](\d+)(?:[,:](\d+))?(?:\)|:|\s-)/.exec(text.slice(0, 300))
  return position === null ? null : [position[1], position[2]].filter(Boolean).join(':')
}

/** What a line below a diagnostic adds to it: javac's `symbol: …`, the label under the code of rustc and oxlint. */
export function readAddition(text: string): string | null {
  if (text.length > 400) return null
  const named = /^\s+(symbol|location|required|found|reason):\s+(\S.*)$/.exec(text)
  if (named) return `${named[1]} ${named[2]}`
  return /(?:\^+|-{2,}|`--) ([a-zA-Z`][^|]{3,})$/.exec(text)?.[1] ?? null
}

/** What messages of one sort have in common: no place, no names, no numbers. */
export function messageShape(text: string): string {
  return text
    .slice(0, 300)
    .replace(/^.*?(?:error|warning|warn|fatal)\b/i, '')
    .replace(/^\S+:\d+:\d+:/, '')
    .replace(/'[^']*'|"[^"]*"|`[^`]*`|‘[^’]*’|“[^”]*”/g, '…')
    .replace(/\d+/g, '#')
}

/** The first name in a message that stands in quotes. */
export const quotedName = (text: string) =>
  /'([^']{1,40})'|"([^"]{1,40})"|`([^`]{1,40})`|‘([^’]{1,40})’/
    .exec(text.slice(0, 300))
    ?.slice(1)
    .find(Boolean) ?? null

function bracketed(text: string): string | undefined {
  return /\[(-W[\w=-]+|[a-z][\w-]*)\]\s*$/.exec(text)?.[1]
}

function diagnostic(
  severity: string | undefined,
  file: string | undefined,
  code: string | undefined,
): Diagnostic {
  return { severity: SEVERITIES[severity ?? 'error'] ?? 'error', file: file ?? null, code: code ?? null }
}
