import { readFileSync } from 'node:fs'
import type { ReadParams } from '../../src/shared/reading.ts'

/** The read that an agent would try first where the preview leaves a question open, chosen without knowing the answer. */
export interface Probe {
  readonly read: ReadParams
  /** What the reply must match where its call, and not the reply, names the thing asked for (as counts do); else the evidence. */
  readonly shows?: string
}

export interface Question {
  readonly ask: string
  readonly answer: string
  /** Patterns that all match where the answer can be read off. */
  readonly evidence: readonly string[]
  /**
   * Who wrote it: of those by `heldout` no preview was known to their author, nor they to whoever worked on the previews that they
   * were first put to.
   */
  readonly by: 'author' | 'independent' | 'heldout'
  /** Counts, extremes, ends, what failed and why; or one item that the question names. The author's are not told apart. */
  readonly about?: 'whole' | 'part'
  readonly probe: Probe
}

/** An output of the corpus with all that is asked of it. */
export interface CorpusDocument {
  readonly file: string
  readonly text: string
  readonly questions: readonly Question[]
}

type Proof =
  | { readonly found: string }
  | { readonly count: string; readonly equals: number }
  | { readonly lines: number }

interface Item<Q> {
  readonly file: string
  readonly questions: readonly Q[]
}

const folder = new URL('../../tests/fixtures/corpus/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const items = <Q>(file: string) => (JSON.parse(read(file)) as { items: Item<Q>[] }).items

/**
 * The author's questions carry no probe. The pattern that proves their answer serves as one: it knows what it looks for, which
 * favours whoever leaves more of them open, so never Spillway.
 */
function probeOf(proof: Proof): Probe {
  if ('found' in proof) return { read: { mode: 'grep', pattern: proof.found }, shows: proof.found }
  const [pattern, count] = 'lines' in proof ? ['^', proof.lines] : [proof.count, proof.equals]
  return { read: { mode: 'grep', pattern, count: true }, shows: `\\b${count}\\b` }
}

/** The whole corpus, the author's questions before those of others; of some outputs only the latter ask. */
export function readCorpus(): CorpusDocument[] {
  const heldout = new Map(items<Question>('heldout.json').map((item) => [item.file, item.questions]))
  const independent = new Map(items<Question>('independent.json').map((item) => [item.file, item.questions]))
  const asked = items<Omit<Question, 'by' | 'probe'> & { readonly proof: Proof }>('corpus.json').map(
    ({ file, questions }) => ({
      file,
      text: read(file),
      questions: [
        ...questions.map((question) => ({
          ...question,
          by: 'author' as const,
          probe: probeOf(question.proof),
        })),
        ...(independent.get(file) ?? []),
        ...(heldout.get(file) ?? []),
      ],
    }),
  )
  const known = new Set(asked.map(({ file }) => file))
  const others = [...heldout].filter(([file]) => !known.has(file))
  return [...asked, ...others.map(([file, questions]) => ({ file, text: read(file), questions }))]
}

const allMatch = (patterns: readonly string[], text: string) =>
  patterns.every((pattern) => new RegExp(pattern, 'm').test(text))

/** Whether the answer can be read off what is shown. */
export const isAnswered = ({ evidence }: Question, shown: string): boolean => allMatch(evidence, shown)

/** Whether the reply to the question's probe holds the answer, also on a line that grep put a number before. */
export function isFound({ evidence, probe }: Question, reply: string): boolean {
  const patterns = probe.shows === undefined ? evidence : [probe.shows]
  return allMatch(patterns, reply) || allMatch(patterns, reply.replaceAll(/^\d+[:-]/gm, ''))
}
