import { isDeepStrictEqual } from 'node:util'
import { SpillwayError } from '../../../shared/errors.ts'

/** A way to write settings down that people edit by hand, comments and all. */
export interface ConfigFormat {
  /** @throws SpillwayError `invalid_input` with line and column */
  parse(text: string): unknown
  /** The text with `value` at `path`, new or in place of what was there; all else as it was. */
  set(text: string, path: readonly string[], value: object): string
  /** The text without what is at `path`. */
  remove(text: string, path: readonly string[]): string
}

type Json = Record<string, unknown>

export const isTable = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const BOM = '\uFEFF'

/**
 * Sets what is at `path` (undefined removes it) and proves it: read again, the text must say exactly that, and everything
 * else as before. A setting of somebody is never lost to an edit of ours.
 * @throws SpillwayError `invalid_input` where the text is malformed or cannot be edited safely
 */
export function editConfig(
  format: ConfigFormat,
  text: string,
  path: readonly string[],
  value: object | undefined,
): string {
  const bare = text.startsWith(BOM) ? text.slice(1) : text
  const before = readTable(format, bare)
  assertTables(before, path)
  const edited = value === undefined ? format.remove(bare, path) : format.set(bare, path, value)
  const after = readTable(format, edited)
  const said = take(after, path)
  take(before, path)
  if (!isDeepStrictEqual(plain(said), plain(value)) || !isDeepStrictEqual(after, before))
    throw new SpillwayError('invalid_input', `It cannot be edited safely at ${path.join('.')}.`)
  return text.startsWith(BOM) ? BOM + edited : edited
}

/** What is at `path`; undefined where nothing is. @throws as `parse` */
export function readConfig(format: ConfigFormat, text: string, path: readonly string[]): unknown {
  const root: unknown = readTable(format, text.startsWith(BOM) ? text.slice(1) : text)
  return path.reduce<unknown>(
    (at, key) => (isTable(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    root,
  )
}

function readTable(format: ConfigFormat, text: string): Json {
  const root = format.parse(text) ?? {}
  if (isTable(root)) return root
  throw new SpillwayError('invalid_input', 'line 1, column 1: it holds something else than named settings.')
}

/** Whatever holds the value must hold named values. */
function assertTables(root: Json, path: readonly string[]): void {
  let at: unknown = root
  for (const [depth, key] of path.slice(0, -1).entries()) {
    at = isTable(at) ? at[key] : undefined
    if (at === undefined || at === null) return
    if (!isTable(at))
      throw new SpillwayError(
        'invalid_input',
        `${path.slice(0, depth + 1).join('.')} holds something else than named settings.`,
      )
  }
}

/** Takes a value out of its tree, and the tables on the way that are empty or null without it. */
function take(root: Json, path: readonly string[]): unknown {
  const [key, ...rest] = path
  if (key === undefined || !Object.hasOwn(root, key)) return undefined
  const at = root[key]
  if (rest.length === 0) {
    delete root[key]
    return at
  }
  if (at === null) delete root[key]
  if (!isTable(at)) return undefined
  const taken = take(at, rest)
  if (Object.keys(at).length === 0) delete root[key]
  return taken
}

/** Without prototypes and undefined fields, in which parsers differ. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

/** Where an offset is, as an editor says it. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

export const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
