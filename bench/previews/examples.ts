import { readFileSync, writeFileSync } from 'node:fs'
import { readCorpus } from './questions.ts'
import { spillway } from './systems.ts'

/**
 * `node bench/previews/examples.ts` writes the previews of today into the examples of docs/previews.md. A test compares the
 * two, so that the page never shows what no agent sees.
 */
export const PAGE = new URL('../../docs/previews.md', import.meta.url)

const EXAMPLE = /(<!-- preview of (\S+) -->\n\n```text\n)[^]*?(\n```\n)/g

/** The page with each marked block replaced by the preview of the file that its mark names. @throws for an unknown file */
export function withExamples(page: string): string {
  const texts = new Map(readCorpus().map(({ file, text }) => [file, text]))
  return page.replaceAll(EXAMPLE, (_block, before: string, file: string, after: string) => {
    const text = texts.get(file)
    if (text === undefined) throw new Error(`docs/previews.md names ${file}, which is not in the corpus`)
    return `${before}${spillway(text, file).preview.trimEnd()}${after}`
  })
}

if (import.meta.main) writeFileSync(PAGE, withExamples(readFileSync(PAGE, 'utf8')))
