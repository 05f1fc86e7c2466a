import { countTokens } from '../../src/main/policy/preview/tokens.ts'
import { canWrite, type Probed } from './probes.ts'
import { isAnswered, type CorpusDocument, type Question } from './questions.ts'
import type { Shown } from './systems.ts'

export interface Figures {
  readonly questions: number
  readonly answered: number
  readonly share: number
  /** Questions that one further read answered; what remains needed the whole text as well. */
  readonly answeredByOneRead: number
  readonly tokensPerResult: number
  /**
   * Shown once, then all questions asked of it, with the reads that they need. Kind to the fixed previews: an agent knows the
   * entry's id and what to ask for without having been told.
   */
  readonly tokensPerQuestion: number
  /** As it is in use: the id must be shown, and where a path or a query names what was not, the start is read first, once. */
  readonly tokensPerQuestionInUse: number
  /** The kind figure where an agent asks only one question of a result. */
  readonly tokensForOneQuestion: number
  /** The figure in use for one question. */
  readonly tokensForOneQuestionInUse: number
}

const rounded = (value: number) => Number(value.toPrecision(4))

/** Counts what one system shows for the questions that `asks` picks. @throws where it picks none */
export function measure(
  documents: readonly CorpusDocument[],
  probed: ReadonlyMap<Question, Probed>,
  show: (text: string, file: string) => Shown,
  asks: (question: Question) => boolean,
): Figures {
  const sum = {
    questions: 0,
    answered: 0,
    read: 0,
    shown: 0,
    shared: 0,
    sharedInUse: 0,
    alone: 0,
    aloneInUse: 0,
  }
  for (const { file, text, questions } of documents) {
    const asked = questions.filter(asks)
    const { delivered, preview, pointer } = show(text, file)
    const cost = countTokens(delivered)
    const costInUse = countTokens(delivered + pointer)
    // Every answer stands in the whole text, or is counted from it: there is nothing to read after it.
    const open = delivered === text ? [] : asked.filter((question) => !isAnswered(question, preview))
    let needsWhole = false
    let firstLook = 0
    let reads = 0
    for (const question of open) {
      const probe = probed.get(question)
      if (!probe) throw new Error(`no probe was carried out for: ${question.ask}`)
      const { call, reply, found, start } = probe
      const read = countTokens(call) + countTokens(reply)
      const whole = found ? 0 : countTokens(text)
      const look = canWrite(question, preview) ? 0 : countTokens(start.call) + countTokens(start.reply)
      sum.read += found ? 1 : 0
      reads += read
      sum.alone += read + whole
      sum.aloneInUse += read + whole + look
      firstLook = Math.max(firstLook, look)
      needsWhole ||= !found
    }
    sum.questions += asked.length
    sum.answered += asked.length - open.length
    sum.shown += cost
    sum.alone += cost * asked.length
    sum.aloneInUse += costInUse * asked.length
    if (asked.length === 0) continue
    const whole = needsWhole ? countTokens(text) : 0
    sum.shared += cost + reads + whole
    sum.sharedInUse += costInUse + reads + whole + firstLook
  }
  const { questions, answered } = sum
  if (questions === 0) throw new RangeError('there are no questions')
  return {
    questions,
    answered,
    share: rounded(answered / questions),
    answeredByOneRead: sum.read,
    tokensPerResult: rounded(sum.shown / documents.length),
    tokensPerQuestion: rounded(sum.shared / questions),
    tokensPerQuestionInUse: rounded(sum.sharedInUse / questions),
    tokensForOneQuestion: rounded(sum.alone / questions),
    tokensForOneQuestionInUse: rounded(sum.aloneInUse / questions),
  }
}
