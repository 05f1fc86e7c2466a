import type { ItemRow, ReadRow, StepRow } from '../model/row.ts'
import type { Flag, Term } from '../../../../shared/filter/term.ts'

/** What a row's filter needs to know of its surroundings. */
export interface Surroundings {
  /** The step that stored what a read read. */
  stepOf(entry: string): StepRow | undefined
  turnNumber(group: string): number | null
  /** Milliseconds since the epoch. */
  now: number
}

const ESCAPE = /[.+^${}()|[\]\\?]/g

function globPattern(glob: string): RegExp {
  return new RegExp(`^${glob.replaceAll(ESCAPE, String.raw`\$&`).replaceAll('*', '.*')}$`, 'i')
}

const FLAG_TESTS: Readonly<Record<Flag, (step: StepRow) => boolean>> = {
  offloaded: (step) => step.outcome === 'offloaded',
  inline: (step) => step.outcome === 'inline',
  failopen: (step) => step.outcome === 'failopen',
  cancelled: (step) => step.outcome === 'cancelled',
  dedup: (step) => step.dedup,
  error: (step) => step.isError,
  pinned: (step) => step.pinned,
  read: (step) => step.reads > 0,
  resolved: (step) => step.resolved > 0,
  redacted: (step) => step.redactions > 0,
  gone: (step) => step.gone,
}

const qualified = (step: StepRow) => (step.server === null ? step.tool : `${step.server}.${step.tool}`)

type Test = (step: StepRow) => boolean

function stepTest(term: Term, around: Surroundings): Test {
  switch (term.kind) {
    case 'word':
      return (step) =>
        qualified(step).toLowerCase().includes(term.word) ||
        step.entries.some(({ id, name, kind, sha256 }) =>
          [id, name.toLowerCase(), kind, sha256].some((text) => text.includes(term.word)),
        )
    case 'tool': {
      const pattern = globPattern(term.glob)
      return (step) => pattern.test(qualified(step)) || pattern.test(step.tool)
    }
    case 'kind':
      return (step) => step.entries.some(({ kind }) => kind === term.value)
    case 'session':
      return (step) => step.session?.startsWith(term.value.replace(/[…*]$/, '')) ?? false
    case 'turn':
      return (step) => around.turnNumber(step.group) === term.number
    case 'is':
      return FLAG_TESTS[term.flag]
    case 'size':
      return (step) => (term.over ? step.rawBytes > term.bytes : step.rawBytes < term.bytes)
    case 'since':
      return (step) => step.time >= around.now - term.seconds * 1_000
    default:
      // A filter that means nothing hides nothing; the bar says what is wrong with it.
      return () => true
  }
}

/** A read without its step (older than what is loaded) can only be judged by what it shows itself. */
function strayMatches(terms: readonly Term[], read: ReadRow): boolean {
  return terms.every((term) => {
    if (term.kind === 'invalid') return true
    if (term.kind !== 'word') return false
    return `${read.name} ${read.label}`.toLowerCase().includes(term.word) !== term.negated
  })
}

/** A test for rows; null where the terms let everything through. A read is shown with its step. */
export function matcher(terms: readonly Term[], around: Surroundings): ((row: ItemRow) => boolean) | null {
  if (terms.every((term) => term.kind === 'invalid')) return null
  const tests = terms.map((term): Test => {
    const test = stepTest(term, around)
    return term.negated && term.kind !== 'invalid' ? (step) => !test(step) : test
  })
  const passes: Test = (step) => tests.every((test) => test(step))
  return (row) => {
    if (row.kind === 'step') return passes(row)
    const step = around.stepOf(row.entry ?? '')
    return step === undefined ? strayMatches(terms, row) : passes(step)
  }
}
