import { formatCount, formatShare } from '../../ui/format.ts'
import { Figure } from '../frame/figure.tsx'
import styles from '../frame/figures.module.css'
import { inContext, withoutSpillway } from './model/moments.ts'
import type { Player } from './use-player.ts'

/** What the context held at the moment that is shown, and what it would have held. */
export function ReplayFigures({ player: { run, moment } }: { player: Player }) {
  const { sums, added } = moment
  const whole = withoutSpillway(sums)
  const held = inContext(sums)
  const end = run.moments.at(-1)
  return (
    <section className={styles['figures']} aria-label="The context at this moment">
      <div className={styles['hero']}>
        <Figure
          label="Tokens in the context by now"
          value={formatCount(held)}
          beside={end && `of ${formatCount(inContext(end.sums))} at the end`}
        />
      </div>
      <Figure
        label="Kept out by now, net"
        value={formatCount(whole - held)}
        beside={formatShare(whole - held, whole)}
        main
      />
      <Figure label="Without Spillway" value={formatCount(whole)} beside="results whole" />
      <Figure
        label="This step added"
        value={formatCount(inContext(added))}
        beside={added.raw > added.delivered ? `of ${formatCount(withoutSpillway(added))}` : undefined}
      />
      <Figure
        label="Read back by now"
        value={formatCount(sums.reread)}
        beside={formatShare(sums.reread, held)}
      />
    </section>
  )
}
