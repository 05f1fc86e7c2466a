import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ReplayCall, ReplayRead } from '../../../shared/contract/replay.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { counted } from '../../ui/format.ts'
import type { EntryDetail } from '../content/source.ts'
import { AgentSaw } from '../detail/agent-saw.tsx'
import { callText, entryText } from '../detail/delivered.ts'
import { Fault } from '../detail/fault.tsx'
import { FullContent } from '../detail/full-content.tsx'
import { RequestView } from '../detail/request-view.tsx'
import { asKnown } from './as-known.ts'
import type { Run } from './model/moments.ts'
import { MomentTabs } from './moment-tabs.tsx'
import styles from './moment-pane.module.css'
import { sliceQuery } from './slice-query.ts'

interface BodyProps {
  run: Run
  index: number
  /** What was known by then. */
  known: ReactNode
  knownCount: number
}

/** All of an entry, with what had been seen of it by then; the rest of it steps back. */
export function KnownContent({ entry, run, index }: { entry: EntryDetail; run: Run; index: number }) {
  const then = useMemo(() => asKnown(entry, run, index), [entry, run, index])
  return <FullContent key={entry.id} entry={then} soFar />
}

/** A call: what the agent got of it, all of it, and what was asked. */
export function CallBody({ run, index, call, ...known }: BodyProps & { call: ReplayCall }) {
  const { client } = useServices()
  const id = call.entries[0]
  const entry = useQuery({ ...queries.entry(client, id ?? ''), enabled: id !== undefined })
  // A call is answered with its whole result: of stored content, which may be huge, the entry tells enough.
  const record = useQuery({ ...queries.call(client, call.id), enabled: id === undefined })
  const failure = id === undefined ? record.error : entry.error
  const text = id === undefined ? record.data && callText(record.data) : entry.data && entryText(entry.data)
  return (
    <MomentTabs
      saw={<AgentSaw text={text} tokens={call.tokens.delivered} failure={failure} />}
      full={
        id === undefined ? null : entry.data && <KnownContent entry={entry.data} run={run} index={index} />
      }
      request={
        <RequestView step={undefined} record={record.data ?? entry.data?.calls[0]} failure={failure} />
      }
      {...known}
    />
  )
}

/** A read: the slice as the agent got it, and where it lies in the entry. */
export function ReadBody({ run, index, read, ...known }: BodyProps & { read: ReplayRead }) {
  const { client } = useServices()
  const { tab, jumpTo } = useView()
  const entry = useQuery(queries.entry(client, read.entry))
  const recorded = entry.data?.reads.find(({ id }) => id === read.id)
  const from = recorded?.spans[0]?.[0]
  const inFull = tab === 'full' || tab === 'both'
  useEffect(() => {
    if (inFull && from !== undefined) jumpTo(read.entry, from)
  }, [inFull, from, jumpTo, read.entry])
  return (
    <MomentTabs
      saw={
        recorded === undefined ? (
          entry.error !== null && <Fault error={entry.error} />
        ) : (
          <Slice entry={read.entry} recorded={recorded} />
        )
      }
      full={entry.data === undefined ? null : <KnownContent entry={entry.data} run={run} index={index} />}
      request={recorded === undefined ? null : <Parameters recorded={recorded} />}
      {...known}
    />
  )
}

type Recorded = EntryDetail['reads'][number]

function Slice({ entry, recorded }: { entry: string; recorded: Recorded }) {
  const { client } = useServices()
  const { data, error } = useQuery(sliceQuery(client, entry, recorded))
  const changed = data !== undefined && data.text.length !== recorded.chars
  return (
    <>
      {changed && (
        <p className={styles['caution']} role="alert">
          The agent got {counted(recorded.chars, 'character')}. The same read gives something else today: the
          entry was a note that was written again, or the limit of a reply was changed.
        </p>
      )}
      <AgentSaw text={data?.text} tokens={recorded.tokens ?? undefined} failure={error} />
    </>
  )
}

function Parameters({ recorded: { mode, params } }: { recorded: Recorded }) {
  return <pre className={styles['params']}>{JSON.stringify({ mode, ...params }, null, 2)}</pre>
}

/** Words that no tool wrote: a prompt. */
export function PromptBody({ prompt, ...known }: BodyProps & { prompt: string | null }) {
  const saw =
    prompt === null ? (
      <p className={styles['note']}>
        Nobody told Spillway what was asked: an agent’s calls pass through it, its conversation does not.
      </p>
    ) : (
      <AgentSaw text={prompt} tokens={undefined} failure={null} />
    )
  return <MomentTabs saw={saw} full={null} request={null} {...known} />
}
