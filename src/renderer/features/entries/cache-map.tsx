import { ToggleGroup } from '@base-ui/react/toggle-group'
import { Toggle } from '@base-ui/react/toggle'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { OperationOutput } from '../../../shared/contract.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { useElementSize } from '../../ui/element-size.ts'
import { counted, formatBytes, formatShare } from '../../ui/format.ts'
import styles from './cache-map.module.css'
import { tilesOf } from './tiles.ts'

type By = 'tool' | 'kind' | 'session'
type Group = OperationOutput<'entryGroups'>['items'][number]

const WAYS = [
  { by: 'tool', name: 'Tool' },
  { by: 'kind', name: 'Kind' },
  { by: 'session', name: 'Session' },
] as const
const SHOWN = 60

/** What takes the room: every tile is a tool, kind or session as large as what it stored. A click filters by it. */
export function CacheMap({ filter }: { filter: string }) {
  const { client } = useServices()
  const [by, setBy] = useState<By>('tool')
  const { data } = useQuery({
    ...queries.entryGroups(client, { by, filter, limit: SHOWN }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles['map']} aria-label="What takes the room">
      <header>
        <ToggleGroup
          value={[by]}
          onValueChange={([next]) => next !== undefined && setBy(next)}
          className={styles['ways']}
        >
          {WAYS.map((way) => (
            <Toggle key={way.by} value={way.by} className={styles['way']}>
              {way.name}
            </Toggle>
          ))}
        </ToggleGroup>
        {data !== undefined && (
          <span>
            {formatBytes(data.bytes)} in {counted(data.groups, by)}
            {data.groups > SHOWN && `, the ${SHOWN} largest shown`}
          </span>
        )}
      </header>
      {data !== undefined && <Tiles by={by} groups={data.items} bytes={data.bytes} />}
    </section>
  )
}

function Tiles({ by, groups, bytes }: { by: By; groups: readonly Group[]; bytes: number }) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useElementSize(box)
  const { chips, draft, setFilter } = useView()
  const tiles = useMemo(() => tilesOf(groups, width, height), [groups, width, height])
  return (
    <div className={styles['tiles']} ref={box}>
      {tiles.map(({ item, ...place }) => {
        const words = `${item.key}: ${formatBytes(item.bytes)} in ${counted(item.entries, 'entry', 'entries')}, ${formatShare(item.bytes, bytes)}`
        const roomy = place.width > 60 && place.height > 20
        return (
          <button
            key={item.key}
            type="button"
            className={styles['tile']}
            style={{ ...place, '--share': item.bytes / Math.max(1, bytes) } as React.CSSProperties}
            title={words}
            aria-label={roomy ? undefined : words}
            onClick={() => setFilter([...new Set([...chips, `${by}:${item.key}`])], draft)}
          >
            {roomy && (
              <>
                <b>{item.key}</b>
                {place.height > 36 && <span>{formatBytes(item.bytes)}</span>}
              </>
            )}
          </button>
        )
      })}
    </div>
  )
}
