import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { coverageQuery } from '../../api/coverage-query.ts'
import { useServices } from '../../state/services.ts'
import styles from './seen-strip.module.css'

/** A row that is only scrolled past asks for nothing. */
const STAYS_MS = 150

/** The coverage strip at its smallest: which parts of an entry the agent has seen. */
export const SeenStrip = memo(function SeenStrip({ entry }: { entry: string }) {
  const [stays, setStays] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAYS_MS)
    return () => clearTimeout(timer)
  }, [])
  return stays ? <Seen entry={entry} /> : <div className={styles['strip']} />
})

function Seen({ entry }: { entry: string }) {
  const { client } = useServices()
  const { data } = useQuery(coverageQuery(client, entry))
  if (data === undefined || data === null) return <div className={styles['strip']} />
  const bar = ([start, end]: readonly [number, number], kind: string) => (
    <i
      key={`${kind}${start}`}
      className={styles[kind]}
      style={{ left: `min(${start / 10}%, calc(100% - 1px))`, width: `max(1px, ${(end - start) / 10}%)` }}
    />
  )
  return (
    <div className={styles['strip']} title="What the agent has seen of it: preview, and reads">
      {data.preview.map((span) => bar(span, 'preview'))}
      {data.reads.map((span) => bar(span, 'read'))}
    </div>
  )
}
