import { Counts } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { groupFolders } from './folders.ts'
import { eachLine, firstLines, lastLines, lookedAt, quoteLine, sampleLines } from './lines.ts'
import { detectListing, isFrame, readEntry, type ListingEntry, type ListingFormat } from './listing-entry.ts'

const SAMPLED = 200
const LARGEST = 5
const FOLDERS = 8
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
}

/** How many files and folders, of which kinds, where, which are the largest, the first and the last. */
export function previewListing(doc: Doc, format: ListingFormat, tokens: number): Rendered {
  const { files, folders, bytes, extensions, parents, largest } = scan(doc, format)
  // The sizes of `du` count folders and what is in them.
  const total = bytes > 0 && format !== 'sized' ? `, ${bytes} bytes in all` : ''
  const what = folders > 0 ? `${counted(files, 'file')}, ${counted(folders, 'folder')}` : `${files} entries`
  const groups = groupFolders(parents)
  const shown = groups.slice(0, FOLDERS).map(([folder, count]) => `${excerpt(folder, 60)} ×${count}`)
  const more = groups.length - shown.length
  const lines: Line[] = [
    { text: `Listing: ${what}${total}${lookedAt(doc)}`, rank: 0 },
    { text: `By extension: ${extensions.describe(10)}`, rank: 1 },
    ...(groups.length > 1
      ? [{ text: `By folder: ${shown.join(', ')}${more > 0 ? `, ${more} more` : ''}`, rank: 2 }]
      : []),
    ...(largest.length > 0 ? [{ text: `Largest: ${largest.map(describe).join(', ')}`, rank: 3 }] : []),
    { text: 'First and last lines:', rank: 4, heading: true },
    ...firstLines(doc, 10)
      .filter(({ text }) => !isFrame(text))
      .map((line, i) => quoteLine(line, 4 + 2 * i, 140)),
    ...lastLines(doc, 6).map((line, i) => quoteLine(line, 15 - 2 * i, 140)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: 11, end: 111 } }
}

function describe({ entry, line }: Found): string {
  return `${excerpt(entry.path, 80)} ${entry.size} (line ${line})`
}

function scan(doc: Doc, format: ListingFormat): Scan {
  const found: Scan = {
    files: 0,
    folders: 0,
    bytes: 0,
    extensions: new Counts(),
    parents: new Counts(),
    largest: [],
  }
  let folder = ''
  eachLine(doc, ({ text, number }) => {
    if (format === 'long' && text.endsWith(':')) folder = text.slice(0, -1)
    const entry = text.length > LONGEST ? null : readEntry(text, format)
    if (entry === null || /^\.{1,2}$/.test(entry.path)) return
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
