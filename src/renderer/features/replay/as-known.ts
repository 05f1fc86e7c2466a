import type { EntryDetail } from '../content/source.ts'
import type { Run } from './model/moments.ts'

/** An entry with only those reads that the context held by the moment at `index`: what it had not seen yet is not covered. */
export function asKnown(entry: EntryDetail, run: Run, index: number): EntryDetail {
  const { session, turns } = run.replay
  const begin = turns[0]?.startedAt ?? ''
  const read = new Set(
    run.readsOf(entry.id).flatMap((at) => {
      const moment = at <= index ? run.moments[at] : undefined
      return moment?.kind === 'read' ? [moment.read.id] : []
    }),
  )
  const earlier = (one: EntryDetail['reads'][number]) =>
    one.time < begin && (one.session === session || (one.session === null && entry.session === session))
  return { ...entry, reads: entry.reads.filter((one) => read.has(one.id) || earlier(one)) }
}
