import type { OperationOutput } from '../../../shared/contract.ts'
import { counted, formatCount, formatMoment, formatMs } from '../../ui/format.ts'
import type { StepRow } from '../timeline/model/row.ts'
import { Fault } from './fault.tsx'
import styles from './request-view.module.css'

interface RequestProps {
  step: StepRow | undefined
  call: OperationOutput<'getCall'> | undefined
  failure: Error | null
}

/** What was asked of the upstream, and what it took. */
export function RequestView({ step, call, failure }: RequestProps) {
  if (call === undefined) return failure === null ? null : <Fault error={failure} />
  const exact = call.tokensExact ? '' : ', estimated'
  const facts: [string, string][] = [
    ['Tool', `${call.server} › ${call.tool}`],
    ['When', `${formatMoment(Date.parse(call.startedAt))}, took ${formatMs(call.durationMs)} ms`],
    ['Step', `${call.step} of its turn`],
    ['Result', call.isError ? 'an error' : 'as asked'],
    [
      'Raw',
      `${counted(call.rawBytes, 'byte')}, ${counted(call.tokensRaw ?? step?.tokensRaw ?? 0, 'token')}${exact}`,
    ],
    [
      'Delivered',
      `${counted(call.deliveredBytes, 'byte')}, ${counted(call.tokensDelivered ?? step?.tokensDelivered ?? 0, 'token')}`,
    ],
    ['Kept out', `${formatCount((call.tokensRaw ?? 0) - (call.tokensDelivered ?? 0))} tokens before reads`],
    ['Session', call.session],
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
      <h3>Arguments</h3>
      <pre>{JSON.stringify(call.arguments, null, 2)}</pre>
    </section>
  )
}
