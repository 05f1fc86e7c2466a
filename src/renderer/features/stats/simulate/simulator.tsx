import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PolicyChange } from '../../../../shared/contract/simulate.ts'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Empty } from '../../status/empty.tsx'
import { Unreachable } from '../../status/unreachable.tsx'
import type { StatsPlace } from '../stats-place.ts'
import { useShownTheme } from '../use-shown-theme.ts'
import { Running } from './running.tsx'
import { PolicyForm } from './policy-form.tsx'
import { SimulatedFigures } from './simulated-figures.tsx'
import { SimulatedTools } from './simulated-tools.tsx'
import styles from './simulator.module.css'
import { ThresholdCurve } from './threshold-curve.tsx'
import { ThresholdTable } from './threshold-table.tsx'

/** Holds another policy against the calls of a range: what it would have come to, over thresholds and per tool. */
export function Simulator({ place: { range } }: { place: StatsPlace }) {
  const { client } = useServices()
  // A canvas does not follow the theme by itself.
  const theme = useShownTheme()
  const [draft, setDraft] = useState<PolicyChange>({})
  // From the moment on that one looks: a range that slides would be another question each time.
  const [now] = useState(() => Date.now())
  const from = 'seconds' in range.ask ? new Date(now - range.ask.seconds * 1_000).toISOString() : undefined
  const { data: config } = useQuery(queries.config(client))
  const [transfer] = useState(() => crypto.randomUUID())
  const queryClient = useQueryClient()
  const query = queries.simulation(client, { from, policy: draft }, transfer)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  if (data === undefined && error !== null) return <Unreachable />
  if (data?.calls === 0 && range.id === 'all') return <Empty />
  const change = (changed: PolicyChange) => setDraft({ ...draft, ...changed })
  return (
    <div className={styles['view']} aria-busy={isFetching} data-simulator>
      <PolicyForm draft={draft} simulation={data} config={config} onChange={setDraft} />
      {isFetching && (
        <Running
          transfer={transfer}
          onStop={() => void queryClient.cancelQueries({ queryKey: query.queryKey })}
        />
      )}
      {!isFetching && error === null && (data === undefined || isPlaceholderData) && (
        <p className={styles['note']}>
          It was stopped. <Button onClick={() => void refetch()}>Simulate</Button>
        </p>
      )}
      <div className={styles['scroller']}>
        {data && (
          <>
            <SimulatedFigures simulation={data} />
            {data.omitted > 0 && (
              <p className={styles['note']}>{counted(data.omitted, 'older call')} were left out.</p>
            )}
            <div className={styles['thresholds']}>
              <ThresholdCurve
                key={theme}
                simulation={data}
                onPick={(thresholdBytes) => change({ thresholdBytes })}
              />
              <ThresholdTable simulation={data} onPick={(thresholdBytes) => change({ thresholdBytes })} />
            </div>
            <SimulatedTools simulation={data} draft={draft} config={config} onChange={change} />
          </>
        )}
      </div>
    </div>
  )
}
