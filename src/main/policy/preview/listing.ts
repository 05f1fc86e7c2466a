import { Counts, tallyLines } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, spreadRanks, type Group, type Line } from './fit.ts'
import { groupFolders } from './folders.ts'
import { eachLine, firstLines, lastLines, lookedAt, quoteLine, sampleLines } from './lines.ts'
import { Spaced } from './spaced.ts'
import { detectListing, isFrame, readEntry, type ListingEntry, type ListingFormat } from './listing-entry.ts'

const SAMPLED = 200
const LARGEST = 6
const SAMPLES = 64
const LONGEST = 1_000
const EXTENSION = /^\.[A-Za-z0-9_]{1,12}$/

/** The form of a listing's lines; null where it is none. */
export function listingFormat(doc: Doc): ListingFormat | null {
  const lines = sampleLines(doc, SAMPLED).map(({ text }) => text)
  return detectListing(doc.whole || lines.length === SAMPLED ? lines : lines.slice(0, -1))
}

interface Found {
  readonly entry: ListingEntry
  readonly line: number
}

interface Scan {
  files: number
  folders: number
  bytes: number
  readonly extensions: Counts
  readonly parents: Counts
  readonly largest: Found[]
  readonly samples: Spaced<Found>
}

/** How many files and folders, of which kinds, where, which are the largest, and names from all over the listing. */
export function previewListing(doc: Doc, format: ListingFormat, tokens: number): Rendered {
  const { files, folders, bytes, extensions, parents, largest, samples } = scan(doc, format)
  // The sizes of `du` count folders and what is in them.
  const total = bytes > 0 && format !== 'sized' ? `, ${bytes} bytes in all` : ''
  const what = folders > 0 ? `${counted(files, 'file')}, ${counted(folders, 'folder')}` : `${files} entries`
  const groups = groupFolders(parents)
  const shared = sharedFolder(groups.map(([folder]) => folder))
  const within = (path: string) => excerpt(path.slice(path.startsWith(shared) ? shared.length : 0) || '.', 80)
  const first = firstLines(doc, 10).filter(({ text }) => !isFrame(text))
  const lines: Line[] = [
    {
      text: `Listing: ${what}${total}${shared === '' ? '' : `, all in ${excerpt(shared, 80)}`}${lookedAt(doc)}`,
      rank: 0,
    },
    ...tallyLines('By extension', extensions, { rank: 1, sure: 6, most: 14 }),
    ...(groups.length > 1
      ? tallyLines('By folder', countsOf(groups, within), { rank: 2, sure: 4, most: 12 })
      : []),
    ...largest.map((found, i) => ({
      text: `${within(found.entry.path)} ${found.entry.size} (line ${found.line})`,
      rank: i < 2 ? 1.5 : 3 + i,
      group: LARGEST_GROUP,
    })),
    { text: 'First and last lines:', rank: 4, heading: true },
    ...first.map((line, i) => quoteLine(line, i === 0 ? 4 : 6 + 4 * i, 140)),
    ...names(samples.things.slice(1, -1), within),
    ...lastLines(doc, 6).map((line, i, all) => quoteLine(line, 3 + 5 * (all.length - 1 - i), 140)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: 11, end: 111 } }
}

const LARGEST_GROUP: Group = { prefix: 'Largest: ', joiner: ', ' }

/** Names, with sizes where they are known, spread over the listing: of one in order they say where another must be. */
function names(samples: readonly Found[], within: (path: string) => string): Line[] {
  const group = { prefix: 'Between, spread (line name): ', joiner: ', ' }
  const ranks = spreadRanks(samples.length, 8)
  return samples.map(({ entry, line }, i) => ({
    text: `${line} ${within(entry.path)}${entry.size === null ? '' : ` ${entry.size}`}`,
    rank: ranks[i] ?? 8,
    group,
  }))
}

function countsOf(groups: readonly [string, number][], within: (path: string) => string): Counts {
  const counts = new Counts()
  for (const [folder, count] of groups) counts.add(within(`${folder}/`).replace(/\/$/, '') || '.', count)
  return counts
}

/** The folders that all paths begin with, closed by a slash; '' where there are none. */
function sharedFolder([first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  const parts = `${first}/`.split('/').slice(0, -1)
  const isShared = (part: string, i: number) => others.every((other) => other.split('/')[i] === part)
  const until = parts.findIndex((part, i) => !isShared(part, i))
  const shared = parts.slice(0, until < 0 ? undefined : until)
  return shared.length === 0 || shared.join('') === '.' ? '' : `${shared.join('/')}/`
}

function scan(doc: Doc, format: ListingFormat): Scan {
  const found: Scan = {
    files: 0,
    folders: 0,
    bytes: 0,
    extensions: new Counts(),
    parents: new Counts(),
    largest: [],
    samples: new Spaced(SAMPLES),
  }
  let folder = ''
  eachLine(doc, ({ text, number }) => {
    if (format === 'long' && text.endsWith(':')) folder = text.slice(0, -1)
    const entry = text.length > LONGEST ? null : readEntry(text, format)
    if (entry === null || /^\.{1,2}$/.test(entry.path)) return
    found.samples.add({ entry, line: number })
    if (entry.isFolder) {
      found.folders++
    } else {
      found.files++
      found.extensions.add(extensionOf(entry.path))
      found.parents.add(folder === '' ? parentOf(entry.path) : folder)
    }
    if (entry.size === null) return
    found.bytes += entry.size
    keepLargest(found.largest, { entry, line: number })
  })
  return found
}

function keepLargest(largest: Found[], found: Found): void {
  const sizeOf = ({ entry }: Found) => entry.size ?? 0
  const last = largest.at(-1)
  if (largest.length === LARGEST && last !== undefined && sizeOf(found) <= sizeOf(last)) return
  largest.push(found)
  largest.sort((a, b) => sizeOf(b) - sizeOf(a) || a.line - b.line)
  largest.length = Math.min(largest.length, LARGEST)
}

function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.')
  const before = path[dot - 1]
  // A dot at the start of a name hides a file, it does not begin an extension.
  const isExtension = dot > 0 && before !== '/' && before !== '\\' && before !== '.'
  return isExtension && EXTENSION.test(path.slice(dot)) ? path.slice(dot) : 'no extension'
}

function parentOf(path: string): string {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return slash < 0 ? '.' : path.slice(0, slash).replaceAll('\\', '/') || '/'
}
