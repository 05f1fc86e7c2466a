/** One entry of a listing, as far as its line says. */
export interface ListingEntry {
  readonly path: string
  readonly isFolder: boolean
  /** Bytes; null where the listing does not say. */
  readonly size: number | null
  /** As written. */
  readonly time: string | null
}

export type ListingFormat = 'long' | 'marked' | 'tree' | 'sized' | 'paths'

const LONG =
  /^([-dlbcps])[rwxsStT-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+(\d+(?:[.,]\d+)?[KMGT]?)\s+(\S+\s+\S+\s+\S+|\d{4}-\d\d-\d\d \d\d:\d\d)\s(.+)$/
const MARKED = /^\[(FILE|DIR)\] (.+?)(?:\s{2,}([\d.]+) ?(B|KB|MB|GB))?$/
const TREE = /^[│|\s]*[├└|`+\\][─-]{1,2} (.+)$/
/** As `du` and `wc -l` write. */
const SIZED = /^(?: *(?=\d+ \S))?(\d+(?:\.\d+)?[KMGT]?)[\t ](?:[\d-]+\t)?(.+)$/
const PATH = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)?[^\s:*?"<>|]+(?: [^\s:*?"<>|]+){0,3}$/

/** The format that nine of ten lines have; null where there is none. */
export function detectListing(lines: readonly string[]): ListingFormat | null {
  const rest = lines.filter((line) => !isFrame(line))
  if (rest.length < 3) return null
  const share = (pattern: RegExp) => rest.filter((line) => pattern.test(line)).length / rest.length
  if (share(LONG) >= 0.9) return 'long'
  if (share(MARKED) >= 0.9) return 'marked'
  if (share(TREE) >= 0.8) return 'tree'
  if (share(SIZED) >= 0.95 && rest.filter((line) => line.includes('/')).length >= 0.5 * rest.length)
    return 'sized'
  const withSlash = rest.filter((line) => /[/\\]/.test(line)).length
  return share(PATH) >= 0.97 && withSlash >= 0.6 * rest.length ? 'paths' : null
}

/** Blank lines, `total 12`, and the name of a folder above its entries. */
export function isFrame(line: string): boolean {
  return line.trim() === '' || /^total \S+$/.test(line) || /^\S.*:$/.test(line)
}

/** What a line of this format says; null where it has another form. */
export function readEntry(line: string, format: ListingFormat): ListingEntry | null {
  const entry = (
    path: string | undefined,
    isFolder: boolean,
    size: number | null = null,
    time: string | null = null,
  ) => (path === undefined ? null : { path, isFolder, size, time })
  if (format === 'long') {
    const match = LONG.exec(line)
    const isFolder = match?.[1] === 'd'
    return match
      ? entry(match[4]?.split(' -> ')[0], isFolder, isFolder ? null : bytesOf(match[2]), match[3] ?? null)
      : null
  }
  if (format === 'marked') {
    const match = MARKED.exec(line)
    const size = match?.[3] === undefined ? null : bytesOf(match[3] + (match[4]?.replace(/B$/, '') ?? ''))
    return match ? entry(match[2], match[1] === 'DIR', size) : null
  }
  if (format === 'tree') return entry(TREE.exec(line)?.[1], line.trimEnd().endsWith('/'))
  if (format === 'sized') {
    const match = SIZED.exec(line)
    // The last line of `wc` and `du -c` is no entry.
    return match && match[2] !== 'total' ? entry(match[2], false, bytesOf(match[1])) : null
  }
  return isFrame(line) ? null : entry(line, line.endsWith('/'))
}

const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }

function bytesOf(text: string | undefined): number | null {
  const match = /^(\d+(?:[.,]\d+)?)([KMGT]?)$/.exec(text ?? '')
  return match ? Math.round(Number(match[1]?.replace(',', '.')) * (UNITS[match[2] ?? ''] ?? 1)) : null
}
