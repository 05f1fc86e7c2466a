import { Check, Minus, TriangleAlert, X } from 'lucide-react'
import type { AgainOutcome, AgainResult } from '../../../shared/contract/again.ts'
import type { Call } from '../../../shared/entry.ts'
import { Button } from '../../ui/button.tsx'
import { formatMs } from '../../ui/format.ts'
import styles from './again-dialog.module.css'

const ICONS = { equal: Check, changed: TriangleAlert, failed: X, skipped: Minus } as const

interface RowProps {
  call: Call
  result: AgainResult | undefined
  runs: boolean
  /** Nothing is being made, so that something may be asked for. */
  rests: boolean
  onConfirm: () => void
  onCompare: (again: string) => void
}

/** One call and what came of it. */
export function AgainRow({ call, result, runs, rests, onConfirm, onCompare }: RowProps) {
  const { step, server, tool } = call
  const name = `${server === null ? '' : `${server} › `}${tool}`
  const { again = null, reason = null, durationMs = null } = result ?? {}
  return (
    <tr data-outcome={result?.outcome}>
      <td>{step}</td>
      <td>{name}</td>
      <td title={reason ?? undefined}>
        {runs ? 'running…' : result !== undefined && <Outcome outcome={result.outcome} />}
        {reason !== null && <span className={styles['reason']}>{reason}</span>}
      </td>
      <td>{durationMs === null ? '' : formatMs(durationMs)}</td>
      <td>
        {result?.needsConfirm === true && (
          <Button disabled={!rests} aria-label={`Make step ${step} all the same`} onClick={onConfirm}>
            Make it…
          </Button>
        )}
        {again !== null && result?.outcome !== 'equal' && (
          <Button aria-label={`Compare step ${step}`} onClick={() => onCompare(again)}>
            Compare
          </Button>
        )}
      </td>
    </tr>
  )
}

/** A word with a shape: colour alone says nothing. */
function Outcome({ outcome }: { outcome: AgainOutcome }) {
  const Icon = ICONS[outcome]
  return (
    <span className={styles['outcome']}>
      <Icon size={13} aria-hidden /> {outcome}
    </span>
  )
}
