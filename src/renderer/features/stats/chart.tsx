import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useElementSize } from '../../ui/element-size.ts'
import type { Panel } from './panels.ts'
import { plotData, plotOptions } from './plot.ts'
import styles from './stats-view.module.css'

interface ChartProps {
  panel: Panel
  /** When each bucket begins, in seconds. */
  times: readonly number[]
  values: readonly (number | null)[][]
  /** The bucket that is pointed at, in every chart at once. */
  at: number | null
  onHover: (index: number | null) => void
  /** The same in words. */
  label: string
}

/** The picture of a panel, in the colours of the moment: it is drawn anew for another size, and takes new values as they come. */
export function Chart({ panel, times, values, at, onHover, label }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const { width, height } = useElementSize(box)
  const data = useMemo(() => plotData(panel, times, values), [panel, times, values])
  const latest = useRef({ panel, data, onHover })
  useEffect(() => {
    latest.current = { panel, data, onHover }
    plot.current?.setData(data)
  }, [panel, data, onHover])

  useEffect(() => {
    if (box.current === null || width === 0) return undefined
    const hover = (index: number | null) => latest.current.onHover(index)
    const drawn = new uPlot(
      plotOptions(latest.current.panel, { width, height }, hover),
      latest.current.data,
      box.current,
    )
    plot.current = drawn
    return () => {
      plot.current = null
      drawn.destroy()
    }
  }, [width, height])

  useEffect(() => {
    const drawn = plot.current
    const time = at === null ? undefined : times[at]
    if (drawn === null || drawn.cursor.idx === at || (at === null && drawn.cursor.idx === undefined)) return
    drawn.setCursor({ left: time === undefined ? -10 : drawn.valToPos(time, 'x'), top: 0 }, false)
  }, [at, times])

  // What it shows is drawn on a canvas, which has no source to name.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  return <div className={styles['chart']} ref={box} role="img" aria-label={label} />
}
