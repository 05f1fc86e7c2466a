import { useMemo } from 'react'
import { ChartLegend, ContextChart } from './context-chart.tsx'
import styles from './deck.module.css'
import { timeScale } from './model/scale.ts'
import { Transport } from './transport.tsx'
import type { Player } from './use-player.ts'

/** Under the steps: the context as it grew, which is the scrubber, and the transport. */
export function Deck({ player }: { player: Player }) {
  const { moments } = player.run
  const scale = useMemo(() => timeScale(moments), [moments])
  return (
    <section className={styles['deck']} aria-label="Scrubber">
      <ContextChart player={player} scale={scale} />
      <div className={styles['foot']}>
        <Transport player={player} />
        <ChartLegend scale={scale} />
      </div>
    </section>
  )
}
