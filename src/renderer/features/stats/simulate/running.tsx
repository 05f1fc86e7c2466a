import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../share/progress.tsx'
import styles from './simulator.module.css'

/** Most answers are there before one has read this. */
const PATIENCE_MS = 500

/** How far a simulation is that takes its time, and the way to end it. */
export function Running({ transfer, onStop }: { transfer: string; onStop: () => void }) {
  const { client } = useServices()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...queries.transfer(client, transfer), enabled: late })
  if (!late) return null
  const share = data && data.total > 0 ? data.done / data.total : 0
  return (
    <div className={styles['running']}>
      <Progress label="Looking through recorded results" share={share} />
      <Button onClick={onStop}>Stop</Button>
    </div>
  )
}
