import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PAGE, withExamples } from '../../../bench/previews/examples.ts'
import { canWrite } from '../../../bench/previews/probes.ts'
import { isAnswered, isFound, readCorpus, type Question } from '../../../bench/previews/questions.ts'
import { spillway, systems } from '../../../bench/previews/systems.ts'

const documents = readCorpus()
const previews = new Map(documents.map(({ file, text }) => [file, spillway(text, file).preview]))
const independent = documents.flatMap(({ file, text, questions }) =>
  questions.filter(({ by }) => by === 'independent').map((question) => ({ file, text, question })),
)

type Proof = { readonly found: string } | { readonly count: string; readonly equals: number }

function isTrue(proof: Proof, text: string): boolean {
  if ('found' in proof) return new RegExp(proof.found, 'm').test(text)
  return [...text.matchAll(new RegExp(proof.count, 'gm'))].length === proof.equals
}

const question = (probe: Question['probe']): Question => ({
  ask: 'How many are paid?',
  answer: '240',
  evidence: ['paid.{0,9}\\b240\\b'],
  by: 'independent',
  probe,
})

describe('the independent questions', () => {
  test('are two or three of every output, each with an answer, evidence, and a read that would give it', () => {
    // Those that were gathered for the held-out questions came later.
    for (const { file, questions } of documents.filter(({ questions }) =>
      questions.some(({ by }) => by === 'author'),
    )) {
      const own = questions.filter(({ by }) => by === 'independent')
      expect([file, own.length >= 2 && own.length <= 4]).toContain(true)
      for (const { ask, answer, evidence, about } of own)
        expect([file, ask, answer !== '' && evidence.length > 0 && about !== undefined]).toContain(true)
    }
  })

  test('have answers that are true of their files', () => {
    const proofs = independent.filter(
      (item): item is typeof item & { question: { proof: Proof } } => 'proof' in item.question,
    )
    expect(proofs.length).toBeGreaterThan(140)
    for (const { file, text, question } of proofs)
      expect([file, question.ask, isTrue(question.proof, text)]).toContain(true)
  })

  test('are answered by nothing that says nothing, nor by another file', () => {
    for (const { file, question } of independent) {
      expect(isAnswered(question, '')).toBe(false)
      expect(isAnswered(question, '2,777 lines: 104 declarations, 12 errors ×7, 3 folders')).toBe(false)
      const others = [...previews].filter(([other]) => other !== file)
      const right = others.filter(([, preview]) => isAnswered(question, preview))
      expect([question.ask, right.length <= 4]).toContain(true)
    }
  })

  test('previews answer more of them, in all, than the first and last 500 characters', () => {
    const ours = independent.filter(({ file, question }) => isAnswered(question, previews.get(file) ?? ''))
    const headTail = systems['first-500-last-500']
    const theirs = independent.filter(({ text, question }) => isAnswered(question, headTail(text).preview))
    expect(ours.length).toBeGreaterThan(theirs.length)
  })
})

describe('how they are measured', () => {
  test('a reply holds the answer also behind the numbers that grep puts before lines', () => {
    const asked = question({ read: { mode: 'grep', pattern: 'paid' }, shows: '^state paid' })
    expect(isFound(asked, '17:state paid\n1 line matches.')).toBe(true)
    expect(isFound(asked, '17:not paid')).toBe(false)
    expect(isFound(question({ read: {} }), 'paid ×240')).toBe(true)
    expect(isFound(question({ read: {} }), 'paid ×2401')).toBe(false)
  })

  test('a path or query needs names that were shown or asked; a pattern does not', () => {
    const sql = question({ read: { mode: 'sql', query: "SELECT count(*) FROM t WHERE state = 'paid'" } })
    expect(canWrite(sql, 'state: paid ×240')).toBe(true)
    expect(canWrite(sql, 'id,customer')).toBe(false)
    expect(canWrite(question({ read: { mode: 'json', path: '$.items[?@.state]' } }), '$.items')).toBe(false)
    expect(canWrite(question({ read: { mode: 'grep', pattern: 'state' } }), '')).toBe(true)
  })
})

test('docs/previews.md shows the previews of today; else run `node bench/previews/examples.ts`', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page.match(/<!-- preview of /g)).toHaveLength(6)
  expect(page).toBe(withExamples(page))
})
