import type { Call } from '../../../shared/entry.ts'
import { counted, formatCount, formatMoment, formatMs } from '../../ui/format.ts'
import type { StepRow } from '../timeline/model/row.ts'
import { Fault } from './fault.tsx'
import { RequestArguments } from './request-arguments.tsx'
import styles from './request-view.module.css'

interface RequestProps {
  step: StepRow | undefined
  record: Call | undefined
  failure: Error | null
}

/** What was asked of the upstream, and what it took. */
export function RequestView({ step, record, failure }: RequestProps) {
  if (record === undefined) return failure === null ? null : <Fault error={failure} />
  const exact = record.tokensExact ? '' : ', estimated'
  const facts: [string, string][] = [
    ['Tool', `${record.server} › ${record.tool}`],
    ['When', `${formatMoment(Date.parse(record.startedAt))}, took ${formatMs(record.durationMs)} ms`],
    ['Step', `${record.step} of its turn`],
    ['Result', resultOf(record)],
    [
      'Raw',
      `${counted(record.rawBytes, 'byte')}, ${counted(record.tokensRaw ?? step?.tokensRaw ?? 0, 'token')}${exact}`,
    ],
    [
      'Delivered',
      `${counted(record.deliveredBytes, 'byte')}, ${counted(record.tokensDelivered ?? step?.tokensDelivered ?? 0, 'token')}`,
    ],
    [
      'Kept out',
      `${formatCount((record.tokensRaw ?? 0) - (record.tokensDelivered ?? 0))} tokens before reads`,
    ],
    ['Session', record.session],
  ]
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['request']} tabIndex={0} aria-label="Request">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RequestArguments record={record} />
    </section>
  )
}

function resultOf({ isError, cancelled }: Call): string {
  if (cancelled !== null) return `none: ${cancelled}`
  return isError ? 'an error' : 'as asked'
}
