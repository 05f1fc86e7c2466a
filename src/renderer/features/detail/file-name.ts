import type { ContentKind } from '../../../shared/entry.ts'

const EXTENSIONS: Readonly<Record<ContentKind, string>> = {
  json: 'json',
  ndjson: 'ndjson',
  csv: 'csv',
  log: 'log',
  tests: 'txt',
  compiler: 'txt',
  diff: 'diff',
  markdown: 'md',
  html: 'html',
  xml: 'xml',
  yaml: 'yaml',
  code: 'txt',
  listing: 'txt',
  text: 'txt',
  binary: 'bin',
}

/** A name to save an entry under: its own, with the extension of its kind. */
export function fileName({ name, kind }: { name: string; kind: ContentKind }): string {
  return /\.\w{1,5}$/.test(name) ? name : `${name}.${EXTENSIONS[kind]}`
}
