import { carryOutProbes } from './previews/probes.ts'
import { measure } from './previews/measure.ts'
import { isAnswered, readCorpus, type Question } from './previews/questions.ts'
import { previewSpeed } from './previews/speed.ts'
import { spillway, systems } from './previews/systems.ts'
import { atLeast, atMost, report } from './rig/report.ts'

/**
 * What share of the corpus's questions a preview answers by itself, and what an answer costs with the reads that the others need,
 * beside the two fixed previews of other systems and the raw text. docs/previews.md says how it is measured.
 */
const documents = readCorpus()
const probed = await carryOutProbes(documents)

const asks: Record<string, (question: Question) => boolean> = {
  'held out': ({ by }) => by === 'heldout',
  'held out, about the whole': ({ by, about }) => by === 'heldout' && about === 'whole',
  'held out, about a part': ({ by, about }) => by === 'heldout' && about === 'part',
  independent: ({ by }) => by === 'independent',
  author: ({ by }) => by === 'author',
  together: () => true,
}
const figuresOf = (which: (question: Question) => boolean) => ({
  spillway: measure(documents, probed, systems.spillway, which),
  'first-500-last-500': measure(documents, probed, systems['first-500-last-500'], which),
  'first-200': measure(documents, probed, systems['first-200'], which),
  raw: measure(documents, probed, systems.raw, which),
})
const groups = Object.fromEntries(Object.entries(asks).map(([name, which]) => [name, figuresOf(which)]))

const unanswered = documents.flatMap(({ file, text, questions }) => {
  const { preview } = spillway(text, file)
  const open = questions.filter((question) => !isAnswered(question, preview))
  return open.map(({ by, about, ask, answer }) => ({ by, about, file, ask, answer }))
})

const judged = figuresOf(({ by }) => by === 'heldout')
const budgets = [
  atLeast(
    'held-out questions answered, beside the first and last 500 characters',
    judged.spillway.answered / judged['first-500-last-500'].answered,
    1.5,
  ),
  ...(['first-500-last-500', 'first-200', 'raw'] as const).map((other) =>
    atMost(
      `tokens per held-out question with reads, in use, beside ${other}`,
      judged.spillway.tokensPerQuestionInUse / judged[other].tokensPerQuestionInUse,
      1,
    ),
  ),
]

report({
  benchmark: 'previews',
  figures: { documents: documents.length, questions: groups, unanswered, speed: previewSpeed(documents) },
  budgets,
})
