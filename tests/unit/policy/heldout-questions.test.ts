import { describe, expect, test } from 'vitest'
import { isAnswered, readCorpus, type Question } from '../../../bench/previews/questions.ts'
import { spillway, systems } from '../../../bench/previews/systems.ts'

type Proof =
  | { readonly found: string }
  | { readonly count: string; readonly equals: number }
  | { readonly lines: number }
type Proven = Question & { readonly proof: Proof }

const documents = readCorpus()
const heldout = documents.flatMap(({ file, text, questions }) =>
  questions
    .filter(({ by }) => by === 'heldout')
    .map((question) => ({ file, text, question: question as Proven })),
)

function isTrue(proof: Proof, text: string): boolean {
  if ('found' in proof) return new RegExp(proof.found, 'm').test(text)
  if ('lines' in proof) return text.replace(/\n$/, '').split('\n').length === proof.lines
  return [...text.matchAll(new RegExp(proof.count, 'gm'))].length === proof.equals
}

describe('the held-out questions', () => {
  test('are three or more of every output, true of it, and answered by nothing that says nothing', () => {
    expect(heldout).toHaveLength(306)
    for (const { file } of documents)
      expect([file, heldout.filter((item) => item.file === file).length >= 3]).toContain(true)
    for (const { file, text, question } of heldout) {
      expect([file, question.ask, isTrue(question.proof, text)]).toContain(true)
      expect(isAnswered(question, '')).toBe(false)
    }
  })

  test('previews answer twice as many of them as the first and last 500 characters', () => {
    const answered = (preview: (text: string, file: string) => { preview: string }) =>
      heldout.filter(({ file, text, question }) => isAnswered(question, preview(text, file).preview)).length
    expect(answered(spillway)).toBeGreaterThan(2 * answered(systems['first-500-last-500']))
  })
})
