import { useQuery } from '@tanstack/react-query'
import type { AskedCall } from '../../../../shared/contract/replay-server.ts'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { Command } from '../../../ui/command.tsx'
import { counted, formatCount } from '../../../ui/format.ts'
import { Fault } from '../../detail/fault.tsx'
import styles from './served-report.module.css'

/** The last misses that are named; the whole report is for `spillway replay --report`. */
const NAMED = 5

/** Where a recording is served, and what agents have asked of it so far. */
export function ServedReport({ id }: { id: string }) {
  const { client } = useServices()
  const { data, error } = useQuery(queries.servedReplay(client, id))
  if (data === undefined) return error === null ? null : <Fault error={error} />
  const { url, token, calls, matched, missed, unused, asked } = data
  return (
    <div className={styles['report']}>
      <p>Streamable HTTP, for the time that it is served:</p>
      <Command text={url} what="Address" />
      <Command text={`Authorization: Bearer ${token}`} what="Header" />
      <output>
        {counted(calls, 'recorded call')}: {formatCount(matched)} answered, {formatCount(missed)} missed,{' '}
        {formatCount(unused)} not asked for
      </output>
      <ul>
        {asked
          .filter(({ outcome }) => outcome === 'missed')
          .slice(-NAMED)
          .map((call) => (
            <li key={`${call.at} ${call.tool}`}>
              <code>{call.tool}</code> {WHY[call.why ?? 'tool']}
            </li>
          ))}
      </ul>
    </div>
  )
}

const WHY: Readonly<Record<NonNullable<AskedCall['why']>, string>> = {
  tool: 'was not called in the recording',
  arguments: 'was called with other arguments',
  'used up': 'was called more often than recorded',
  gone: 'has no answer that was kept',
}
