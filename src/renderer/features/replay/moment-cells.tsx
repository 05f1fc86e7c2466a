import { memo } from 'react'
import cells from '../../ui/cells.module.css'
import { counted, formatTight } from '../../ui/format.ts'
import { Cell, ColumnHeader } from '../../ui/grid.tsx'
import bar from '../timeline/bar.module.css'
import { barWidth } from '../timeline/bar.tsx'
import type { Moment, Run } from './model/moments.ts'
import { inContext, withoutSpillway } from './model/moments.ts'
import type { SeenSoFar } from './model/seen.ts'
import styles from './replay.module.css'
import { ThinStrip } from './thin-strip.tsx'
import { formatElapsed, wordsOf } from './words.ts'

/** The names of the columns of a replay's steps. */
export function MomentHead() {
  return (
    <>
      <ColumnHeader>After</ColumnHeader>
      <ColumnHeader aria-label="Step">#</ColumnHeader>
      <ColumnHeader>In the context</ColumnHeader>
      <ColumnHeader title="Tokens of the whole result, and in it what reached the context">
        Whole → added
      </ColumnHeader>
      <ColumnHeader className={cells['number']} title="Tokens of the whole: in the context without Spillway">
        Whole
      </ColumnHeader>
      <ColumnHeader className={cells['number']} title="Tokens that it added to the context">
        Added
      </ColumnHeader>
      <ColumnHeader title="What the agent had seen of the entry by the moment that is shown">
        Seen by then
      </ColumnHeader>
    </>
  )
}

interface MomentProps {
  run: Run
  moment: Moment
  /** What had been seen of what it stored, by the moment that is shown. */
  seen: SeenSoFar | null
}

/** One moment in a line: what came into the context, and what it cost. */
export const MomentCells = memo(function MomentCells({ run, moment, seen }: MomentProps) {
  const { of, what, detail } = wordsOf(run, moment)
  const { added } = moment
  const failed = moment.kind === 'call' && moment.call.isError
  return (
    <>
      <Cell className={`${cells['mono']} ${cells['dim']}`}>
        {formatElapsed(moment.at - (run.moments[0]?.at ?? moment.at))}
      </Cell>
      <Cell className={`${cells['mono']} ${cells['dim']}`}>
        {moment.kind === 'call' ? moment.call.step : moment.kind === 'read' ? '·' : ''}
      </Cell>
      <Cell className={styles[moment.kind]} title={detail}>
        {of !== null && <span className={cells['dim']}>{of} › </span>}
        <span className={failed ? styles['failed'] : undefined}>{what}</span>
        <span className={styles[moment.kind === 'prompt' ? 'said' : 'detail']}>
          {moment.kind === 'prompt' && detail !== '' ? `“${detail}”` : detail}
        </span>
      </Cell>
      <Cell>
        <MomentBar moment={moment} />
      </Cell>
      <Cell className={`${cells['figure']} ${cells['dim']}`}>
        {added.raw > 0 ? formatTight(withoutSpillway(added)) : ''}
      </Cell>
      <Cell
        className={`${cells['figure']} ${moment.kind === 'read' ? styles['paid'] : ''}`}
        title={`about ${counted(added.asked, 'token')} asked, ${counted(added.delivered + added.reread, 'token')} answered`}
      >
        {formatTight(inContext(added))}
      </Cell>
      <Cell>{seen !== null && <ThinStrip seen={seen} />}</Cell>
    </>
  )
})

/** The whole in grey, and in it what reached the context; amber for what was read back. */
function MomentBar({ moment: { added } }: { moment: Moment }) {
  const kind = added.reread > 0 && added.raw === 0 ? 'read' : added.raw > 0 ? 'delivered' : 'asked'
  return (
    <div className={bar['track']} aria-hidden>
      {added.raw > inContext(added) && (
        <i className={bar['raw']} style={{ width: barWidth(withoutSpillway(added)) }} />
      )}
      {inContext(added) > 0 && (
        <i
          className={kind === 'asked' ? styles['asked'] : bar[kind]}
          style={{ width: barWidth(inContext(added)) }}
        />
      )}
    </div>
  )
}
