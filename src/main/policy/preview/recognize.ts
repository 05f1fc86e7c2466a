import type { ContentKind } from '../../../shared/entry.ts'
import { previewBinary } from './binary.ts'
import { detectLanguage, previewCode } from './code.ts'
import { isCompilerOutput, previewCompiler } from './compiler.ts'
import { detectDialect } from './csv-parse.ts'
import { previewCsv } from './csv.ts'
import { isDiff, previewDiff } from './diff.ts'
import { isDiffstat, previewDiffstat } from './diffstat.ts'
import type { Doc, Rendered } from './doc.ts'
import { isGitLog, previewGitLog } from './git-log.ts'
import { isHelp, previewHelp } from './help.ts'
import { isHtml, previewHtml } from './html.ts'
import { previewJson, recognizeJson } from './json.ts'
import { isIni, previewIni } from './ini.ts'
import { listingFormat, previewListing } from './listing.ts'
import { isLog, previewLog } from './log.ts'
import { readMagic } from './magic.ts'
import { isMarkdown, previewMarkdown } from './markdown.ts'
import { isSearchResult, previewMatches } from './matches.ts'
import { isNdjson, previewNdjson } from './ndjson.ts'
import { detectTable, previewTable } from './table.ts'
import { isTestRun, previewTests } from './tests.ts'
import { previewText } from './text.ts'
import { isXml, previewXml } from './xml.ts'
import { isYaml, previewYaml } from './yaml.ts'

/** What a content turned out to be, and how it is previewed. */
export interface Recognized {
  readonly kind: ContentKind
  readonly mime: string | null
  /** The preview within so many o200k tokens. */
  render(tokens: number): Rendered
}

type Recognizer = (doc: Doc) => Recognized | null

/** A kind that is told by yes or no. */
const when =
  (
    kind: ContentKind,
    mime: string,
    is: (doc: Doc) => boolean,
    preview: (doc: Doc, tokens: number) => Rendered,
  ): Recognizer =>
  (doc) =>
    is(doc) ? { kind, mime, render: (tokens) => preview(doc, tokens) } : null

/** A kind of which something is found out on the way: its dialect, its language, its columns. */
const found =
  <T>(
    kind: ContentKind,
    mime: (found: T) => string,
    find: (doc: Doc) => T | null,
    preview: (doc: Doc, found: T, tokens: number) => Rendered,
  ): Recognizer =>
  (doc) => {
    const result = find(doc)
    return result === null
      ? null
      : { kind, mime: mime(result), render: (tokens) => preview(doc, result, tokens) }
  }

/** The first that says yes decides, so the ones that are hard to mistake come first. */
const RECOGNIZERS: readonly Recognizer[] = [
  when('ndjson', 'application/x-ndjson', isNdjson, previewNdjson),
  found('json', () => 'application/json', recognizeJson, previewJson),
  when('diff', 'text/x-diff', isDiff, previewDiff),
  when('diff', 'text/plain', isDiffstat, previewDiffstat),
  when('html', 'text/html', isHtml, previewHtml),
  when('xml', 'application/xml', isXml, previewXml),
  when('tests', 'text/plain', isTestRun, previewTests),
  when('log', 'text/plain', isGitLog, previewGitLog),
  when('compiler', 'text/plain', isCompilerOutput, previewCompiler),
  when('log', 'text/plain', isLog, previewLog),
  found('listing', () => 'text/plain', listingFormat, previewListing),
  when('listing', 'text/plain', isSearchResult, previewMatches),
  found(
    'csv',
    ({ delimiter }) => (delimiter === '\t' ? 'text/tab-separated-values' : 'text/csv'),
    detectDialect,
    previewCsv,
  ),
  when('yaml', 'application/yaml', isYaml, previewYaml),
  when('text', 'text/plain', isIni, previewIni),
  when('markdown', 'text/markdown', isMarkdown, previewMarkdown),
  found('code', ({ mime }) => mime, detectLanguage, previewCode),
  when('text', 'text/plain', isHelp, previewHelp),
  found('listing', () => 'text/plain', detectTable, previewTable),
]

/** What kind of content this is, by the content itself: tools say `text/plain` of anything. */
export function recognize(doc: Doc): Recognized {
  if (doc.encoding === 'binary') {
    const magic = readMagic(doc.magic)
    return { kind: 'binary', mime: magic?.mime ?? doc.mime, render: () => previewBinary(doc, magic) }
  }
  for (const recognizer of RECOGNIZERS) {
    const recognized = recognizer(doc)
    if (recognized !== null) return recognized
  }
  return { kind: 'text', mime: doc.mime ?? 'text/plain', render: (tokens) => previewText(doc, tokens) }
}
