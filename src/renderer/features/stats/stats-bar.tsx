import { Menu } from '@base-ui/react/menu'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { Download, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import menu from '../../ui/menu.module.css'
import { csvOf } from './csv.ts'
import styles from './stats-bar.module.css'
import { RANGES } from './stats-place.ts'
import { useSeries } from './use-series.ts'
import { useStatsPlace } from './use-stats-place.ts'

const EXPORTS = [
  { of: 'time', name: 'Over time' },
  { of: 'tool', name: 'By tool' },
  { of: 'session', name: 'By session' },
] as const

/** Which range is shown, as what, and the way to take it along. */
export function StatsBar() {
  const [place, go] = useStatsPlace()
  const { data } = useSeries(place)
  const save = (of: keyof typeof csvOf) => {
    if (data === undefined) return
    const csv = new Blob([csvOf[of](data)], { type: 'text/csv;charset=utf-8' })
    download(csv, `spillway-${of}-${place.range.id}.csv`)
  }
  return (
    <div className={styles['bar']}>
      <h1>Stats</h1>
      <ToggleGroup
        className={styles['ways']}
        aria-label="Range"
        value={[place.range.id]}
        onValueChange={([id]) => {
          const range = RANGES.find((one) => one.id === id)
          if (range !== undefined) go({ range })
        }}
      >
        {RANGES.map(({ id, name, words }) => (
          <Toggle key={id} value={id} className={styles['way']} title={words}>
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
      {place.tool !== null && (
        <Button aria-label={`All tools, not only ${place.tool}`} onClick={() => go({ tool: null })}>
          <span className={styles['tool']}>{place.tool}</span> <X size={12} aria-hidden />
        </Button>
      )}
      <span className={styles['space']} />
      <ToggleGroup
        className={styles['ways']}
        aria-label="Shown as"
        value={[place.as]}
        onValueChange={([as]) => as !== undefined && go({ as })}
      >
        <Toggle value="charts" className={styles['way']}>
          Charts
        </Toggle>
        <Toggle value="table" className={styles['way']}>
          Table
        </Toggle>
        <Toggle value="policy" className={styles['way']} title="What another policy would have come to">
          What if
        </Toggle>
      </ToggleGroup>
      {place.as !== 'policy' && (
        <Menu.Root>
          <Menu.Trigger render={<Button disabled={data === undefined} />}>
            <Download size={13} aria-hidden /> CSV
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner sideOffset={4} align="end">
              <Menu.Popup className={menu['popup']}>
                {EXPORTS.map(({ of, name }) => (
                  <Menu.Item key={of} className={menu['item']} onClick={() => save(of)}>
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
    </div>
  )
}
