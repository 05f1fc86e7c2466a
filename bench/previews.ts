import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { countTokens } from '../src/main/policy/preview/tokens.ts'
import { makePreview, type Doc } from '../src/main/policy/preview/index.ts'
import { automaticName } from '../src/main/policy/automatic-name.ts'
import { makeReference } from '../src/main/policy/reference.ts'
import { referenceReserve } from '../src/main/policy/reference-reserve.ts'

/**
 * What share of the corpus's questions a preview answers by itself, and what that costs, beside the two fixed previews
 * of other systems and the raw text. A question counts as answered where all its evidence is in what the agent sees;
 * one that is not costs the whole raw text, the same for every system. Prints JSON.
 */
interface Question {
  readonly ask: string
  readonly answer: string
  readonly evidence: string[]
}
interface Item {
  readonly file: string
  readonly questions: Question[]
}
interface Shown {
  readonly kind: string
  /** All that reaches the agent. */
  readonly delivered: string
  /** What of it is about the content. */
  readonly preview: string
}

const BUDGET = 400
const corpus = new URL('../tests/fixtures/corpus/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, corpus), 'utf8')
const codePoints = (text: string) => Array.from(text)

function docOf(text: string): Doc {
  const bytes = Buffer.from(text)
  return {
    sizes: {
      bytes: bytes.length,
      chars: codePoints(text).length,
      lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    },
    encoding: 'utf-8',
    mime: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    magic: bytes.subarray(0, 4_096),
    head: text,
    tail: '',
    whole: true,
  }
}

function spillway(text: string, file: string): Shown {
  const doc = docOf(text)
  const name = automaticName(file, 1)
  const preview = makePreview(doc, { style: 'auto', tokens: BUDGET - referenceReserve(name, null) })
  const { sizes, encoding, sha256 } = doc
  const facts = {
    id: 'e_0123456789ab',
    name,
    step: 1,
    sha256,
    sizes,
    encoding,
    kind: preview.kind,
    mime: preview.mime,
  }
  const expiresAt = '2026-11-22T10:00:00Z'
  const delivered = makeReference({ ...facts, complete: true, expiresAt, redactions: 0 }, preview)
  return { kind: preview.kind, delivered, preview: preview.text }
}

function headTail(text: string): Shown {
  const chars = codePoints(text)
  const omitted = chars.length - 1_000
  const shown = `${chars.slice(0, 500).join('')}\n[… ${omitted} characters omitted …]\n${chars.slice(-500).join('')}`
  return { kind: '', delivered: shown, preview: shown }
}

function first200(text: string): Shown {
  const shown = `${codePoints(text).slice(0, 200).join('')}…`
  return { kind: '', delivered: shown, preview: shown }
}

const systems: Record<string, (text: string, file: string) => Shown> = {
  spillway,
  'first-500-last-500': headTail,
  'first-200': first200,
}

const { items } = JSON.parse(read('corpus.json')) as { items: Item[] }
const documents = items.map((item) => {
  const text = read(item.file)
  return { ...item, text, raw: countTokens(text) }
})
const questions = documents.reduce((sum, document) => sum + document.questions.length, 0)
const isAnswered = ({ evidence }: Question, shown: string) =>
  evidence.every((pattern) => new RegExp(pattern, 'm').test(shown))

function measure(name: string, show: (text: string, file: string) => Shown) {
  let answered = 0
  let tokens = 0
  let withReading = 0
  const unanswered: string[] = []
  for (const { file, text, raw, questions } of documents) {
    const { delivered, preview } = show(text, file)
    const cost = countTokens(delivered)
    const open = questions.filter((question) => !isAnswered(question, preview))
    answered += questions.length - open.length
    tokens += cost
    withReading += cost + (open.length > 0 ? raw : 0)
    unanswered.push(...open.map(({ ask }) => `${file}: ${ask}`))
  }
  return {
    system: name,
    answered,
    share: answered / questions,
    tokensPerResult: tokens / documents.length,
    tokensPerAnsweredQuestion: tokens / answered,
    tokensPerQuestionWithReading: withReading / questions,
    ...(name === 'spillway' ? { unanswered } : {}),
  }
}

const rawTokens = documents.reduce((sum, { raw }) => sum + raw, 0)
const raw = {
  system: 'raw',
  answered: questions,
  share: 1,
  tokensPerResult: rawTokens / documents.length,
  tokensPerAnsweredQuestion: rawTokens / questions,
  tokensPerQuestionWithReading: rawTokens / questions,
}

function speed() {
  const docs = documents.map(({ text }) => docOf(text.repeat(Math.ceil(2e6 / text.length))))
  for (const doc of docs) makePreview(doc, { style: 'auto', tokens: 240 })
  return documents.map(({ file }, i) => {
    const doc = docs[i] as Doc
    // Processor time: other programs on the machine do not count.
    const start = process.cpuUsage()
    makePreview(doc, { style: 'auto', tokens: 240 })
    const { user } = process.cpuUsage(start)
    return { file, msPerMb: (user / 1_000 / doc.head.length) * 1e6 }
  })
}

const measured = Object.entries(systems).map(([name, show]) => measure(name, show))
const timing = speed().sort((a, b) => b.msPerMb - a.msPerMb)
const msPerMb = timing.reduce((sum, { msPerMb }) => sum + msPerMb, 0) / timing.length
console.log(
  JSON.stringify(
    {
      corpus: { documents: documents.length, questions },
      systems: [...measured, raw],
      speed: { msPerMb, slowest: timing.slice(0, 8) },
    },
    null,
    2,
  ),
)
