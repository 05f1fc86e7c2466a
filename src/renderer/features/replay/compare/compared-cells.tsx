import type { OperationOutput } from '../../../../shared/contract.ts'
import type { ComparedSteps, ReplayStep } from '../../../../shared/contract/replay.ts'
import cells from '../../../ui/cells.module.css'
import { formatTight } from '../../../ui/format.ts'
import { Cell, ColumnHeader } from '../../../ui/grid.tsx'
import replay from '../replay.module.css'
import styles from './compare.module.css'

type Side = OperationOutput<'compareTurns'>['left']

export function ComparedHead({ left, right }: { left: Side; right: Side }) {
  return (
    <>
      <ColumnHeader aria-label="Step">#</ColumnHeader>
      <ColumnHeader>{turnName(left)}</ColumnHeader>
      <ColumnHeader className={cells['number']}>Added</ColumnHeader>
      <ColumnHeader className={styles['mark']} aria-label="How they compare" />
      <ColumnHeader aria-label="Step">#</ColumnHeader>
      <ColumnHeader>{turnName(right)}</ColumnHeader>
      <ColumnHeader className={cells['number']}>Added</ColumnHeader>
    </>
  )
}

export const turnName = ({ turn }: Side): string =>
  turn === null ? 'Turn' : `Turn ${turn.number}${saying(turn.title ?? turn.prompt)}`

const saying = (words: string | null) => (words === null ? '' : ` “${words}”`)

/** Two steps that belong together, and between them how they compare. */
export function ComparedCells({ row: { left, right, differs } }: { row: ComparedSteps }) {
  const word = differs === null ? (left === null ? 'only here →' : '← only here') : differs.join(', ')
  return (
    <>
      <StepCells step={left} />
      <Cell
        className={styles['mark']}
        data-state={differs === null ? 'alone' : word === '' ? 'same' : 'changed'}
      >
        {word === '' ? '=' : word}
      </Cell>
      <StepCells step={right} />
    </>
  )
}

function StepCells({ step }: { step: ReplayStep | null }) {
  if (step === null)
    return (
      <>
        <Cell />
        <Cell />
        <Cell />
      </>
    )
  const { of, what, detail } = namesOf(step)
  return (
    <>
      <Cell className={`${cells['mono']} ${cells['dim']}`}>{step.kind === 'call' ? step.step : '·'}</Cell>
      <Cell title={detail}>
        {of !== null && <span className={cells['dim']}>{of} › </span>}
        <span className={step.kind === 'call' && step.isError ? replay['failed'] : undefined}>{what}</span>
        <span className={replay['detail']}>{detail}</span>
      </Cell>
      <Cell className={`${cells['figure']} ${step.kind === 'read' ? replay['paid'] : ''}`}>
        {formatTight(tokensOf(step))}
      </Cell>
    </>
  )
}

/** What a step of one turn is called where its entry's name is not at hand. */
export function namesOf(step: ReplayStep): { of: string | null; what: string; detail: string } {
  if (step.kind === 'read') {
    const range = `${step.unit} ${step.start}–${step.end}`
    return { of: 'read', what: step.mode, detail: step.sought === null ? range : `“${step.sought}”` }
  }
  return { of: step.server, what: step.tool, detail: step.arguments === '{}' ? '' : step.arguments }
}

/** What a step added to its context. */
const tokensOf = (step: ReplayStep): number =>
  step.kind === 'read' ? step.tokens : step.tokens.arguments + step.tokens.delivered
