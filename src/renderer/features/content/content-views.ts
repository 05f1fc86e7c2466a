import type { ContentView } from '../../state/view.ts'
import type { EntryDetail } from './source.ts'

/** Images that every engine draws; what is drawn in an `<img>` runs nothing. */
const IMAGES = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

export const VIEW_NAMES: Readonly<Record<ContentView, string>> = {
  tree: 'Tree',
  table: 'Table',
  image: 'Image',
  rendered: 'Rendered',
  text: 'Raw',
  bytes: 'Bytes',
}

/** The ways to look at an entry, the best one first. Its raw text or bytes are always among them. */
export function viewsOf({ kind, mime, encoding, chars }: EntryDetail): ContentView[] {
  const raw: ContentView = chars === null || encoding === 'binary' ? 'bytes' : 'text'
  if (IMAGES.test(mime ?? '')) return ['image', raw]
  if (raw === 'bytes') return [raw]
  if (kind === 'csv') return ['table', raw]
  if (kind === 'ndjson') return ['table', 'tree', raw]
  if (kind === 'json') return ['tree', 'table', raw]
  if (kind === 'markdown') return ['rendered', raw]
  return [raw]
}
