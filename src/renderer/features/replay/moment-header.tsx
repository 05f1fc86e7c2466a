import { ListTree } from 'lucide-react'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { counted, formatBytes, formatCount, formatMoment, formatMs } from '../../ui/format.ts'
import { PaneTitle } from '../detail/pane-title.tsx'
import pane from '../detail/detail-pane.module.css'
import { MoreMenu } from '../detail/more-menu.tsx'
import type { Moment, Run } from './model/moments.ts'
import { placeName, wordsOf } from './words.ts'

interface HeaderProps {
  run: Run
  index: number
  moment: Moment
}

/** What came into the context at a moment, in two lines. */
export function MomentHeader({ run, index, moment }: HeaderProps) {
  const { setFilter, goTo } = useView()
  const { of, what, detail } = wordsOf(run, moment)
  const { session } = run.replay
  const show = (row: string) => {
    setFilter([`session:${session}`], '')
    goTo('timeline', row)
  }
  return (
    <header className={pane['header']}>
      <PaneTitle>
        {of !== null && <span>{of} › </span>}
        {what}
      </PaneTitle>
      <p className={pane['facts']}>
        {moment.kind === 'read' && (
          <>
            <code>{detail}</code> ·{' '}
          </>
        )}
        {[placeName(run, index), ...factsOf(moment)].join(' · ')}
      </p>
      {moment.kind === 'call' && (
        <div className={pane['actions']}>
          <Button onClick={() => show(moment.call.id)}>
            <ListTree size={13} aria-hidden /> Show in the timeline
          </Button>
          <MoreMenu call={moment.call.id} session={session} />
        </div>
      )}
    </header>
  )
}

function factsOf(moment: Moment): string[] {
  if (moment.kind === 'before')
    return [`${counted(moment.added.delivered + moment.added.reread, 'token')} of results`]
  if (moment.kind === 'prompt')
    return [formatMoment(moment.at), `about ${counted(moment.added.asked, 'token')}`]
  if (moment.kind === 'read') return [`${counted(moment.read.tokens, 'token')} read back`]
  const { isError, cancelled, durationMs, rawBytes, tokens } = moment.call
  if (cancelled) return [`cancelled after ${formatMs(durationMs)} ms`, 'nothing delivered']
  return [
    ...(isError ? ['an error'] : []),
    `${formatMs(durationMs)} ms`,
    `${formatBytes(rawBytes)} whole`,
    `${formatCount(tokens.delivered)} of ${counted(tokens.raw, 'token')} delivered`,
  ]
}
