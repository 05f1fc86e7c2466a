import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { Fault } from '../detail/fault.tsx'
import styles from './server-pane.module.css'

const AT_END_PX = 24

/** What a server writes to stderr, as it comes; it stays at the end unless someone has scrolled up. */
export function ServerLog({ name }: { name: string }) {
  const { client } = useServices()
  const { data, error } = useQuery(queries.upstreamLog(client, name))
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  const text = data?.text
  // After each render: it is the new text that makes one.
  useEffect(() => {
    if (atEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  })
  if (text === undefined) return error === null ? null : <Fault error={error} />
  if (text === '') return <p className={styles['none']}>It wrote nothing to its log so far.</p>
  return (
    // What scrolls takes the focus, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <pre
      ref={box}
      className={styles['log']}
      aria-label={`Log of ${name}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX
      }}
    >
      {text}
    </pre>
  )
}
