import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../shared/entry.ts'
import { useServices } from '../../state/services.ts'
import { counted } from '../../ui/format.ts'
import bar from '../content/content-bar.module.css'
import { Fault } from './fault.tsx'
import styles from './request-view.module.css'

/** More of a text in one element makes the page slow. */
const SHOWN = 100_000
const REFERENCE = /\{\{(step\d|scratchpad:)/

/** The arguments as the agent sent them and, where they hold references, as the upstream got them. */
export function RequestArguments({ record }: { record: Call }) {
  const sent = JSON.stringify(record.arguments, null, 2)
  const [resolved, setResolved] = useState(false)
  return (
    <>
      <div className={styles['heading']}>
        <h3>Arguments</h3>
        {REFERENCE.test(sent) && (
          <ToggleGroup
            className={bar['views']}
            aria-label="References"
            value={[resolved ? 'resolved' : 'sent']}
            onValueChange={([value]) => value !== undefined && setResolved(value === 'resolved')}
          >
            <Toggle value="sent">As sent</Toggle>
            <Toggle value="resolved">As resolved</Toggle>
          </ToggleGroup>
        )}
      </div>
      {resolved ? <Resolved record={record} /> : <Json text={sent} />}
    </>
  )
}

function Json({ text }: { text: string }) {
  return (
    <pre>
      {text.slice(0, SHOWN)}
      {text.length > SHOWN && <i>… {counted(text.length - SHOWN, 'more character')}</i>}
    </pre>
  )
}

function Resolved({ record }: { record: Call }) {
  const { client } = useServices()
  const { data, error } = useQuery({
    queryKey: ['call', record.id, 'resolved'],
    queryFn: ({ signal }) => {
      const { session, turn, arguments: value } = record
      return client.call('resolve', { session, turn, value }, signal)
    },
    retry: false,
  })
  if (error !== null) return <Fault error={error} />
  if (data === undefined) return null
  return (
    <>
      <p className={styles['note']}>
        {counted(data.resolved.length, 'reference')} replaced by what is stored now.
      </p>
      <Json text={JSON.stringify(data.value, null, 2)} />
    </>
  )
}
