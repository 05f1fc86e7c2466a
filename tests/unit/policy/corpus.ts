import { readFileSync } from 'node:fs'

/** A real output of a real command, with what an agent would ask of it. */
export interface CorpusItem {
  readonly file: string
  readonly command: string
  readonly questions: readonly Question[]
}

export interface Question {
  readonly ask: string
  readonly answer: string
  /** Patterns that all match where the answer can be read off. */
  readonly evidence: readonly string[]
  /** What makes the answer true of the file itself. */
  readonly proof:
    | { readonly found: string }
    | { readonly count: string; readonly equals: number }
    | { readonly lines: number }
}

const folder = new URL('../../fixtures/corpus/', import.meta.url)

export const readCorpus = (file: string) => readFileSync(new URL(file, folder), 'utf8')

export const corpus = (JSON.parse(readCorpus('corpus.json')) as { items: CorpusItem[] }).items
