import uPlot from 'uplot'
import type { Panel } from './panels.ts'
import { tickOf } from './panels.ts'

/** From here on the cap belongs into the picture. */
const NEAR_CAP = 0.25

/** Bars on each other: each curve reaches as high as those before it and itself. What is below zero takes no room. */
function stacked(values: readonly (number | null)[][]): (number | null)[][] {
  return values.map((_, upTo) =>
    (values[0] ?? []).map((_value, index) =>
      values.slice(0, upTo + 1).reduce((sum, curve) => sum + Math.max(0, curve[index] ?? 0), 0),
    ),
  )
}

/** Seconds, then a row per curve, tallest first, so that what stands lower is drawn over it. */
export function plotData(panel: Panel, times: readonly number[], values: readonly (number | null)[][]) {
  const bars = panel.curves.every(({ shape }) => shape === 'bar')
  return [[...times], ...(bars ? stacked(values) : values).toReversed()] as uPlot.AlignedData
}

const powers = (base: number, count: number) => Array.from({ length: count }, (_, power) => base ** power)

/** Steps of the scale where decimal ones would say `977 KB`, or halves of a call. */
const STEPS: Readonly<Record<string, number[]>> = {
  calls: powers(10, 9).flatMap((power) => [power, 2 * power, 5 * power]),
  cache: powers(2, 50),
}

interface PlotSize {
  readonly width: number
  readonly height: number
}

/** A chart of a panel in the colours of the theme that is shown. */
export function plotOptions(
  panel: Panel,
  { width, height }: PlotSize,
  onHover: (index: number | null) => void,
): uPlot.Options {
  const theme = getComputedStyle(document.documentElement)
  const colour = (token: string) => theme.getPropertyValue(`--${token}`).trim()
  const font = `11px ${theme.getPropertyValue('--font')}`
  const axis: uPlot.Axis = {
    stroke: colour('dim'),
    font,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
    gap: 4,
  }
  const { cap = Infinity } = panel
  const bars = uPlot.paths.bars?.({ size: [0.8, 24, 1], align: 1 })
  return {
    width,
    height,
    padding: [6, 16, 0, 0],
    legend: { show: false },
    cursor: {
      sync: { key: 'stats', setSeries: false },
      drag: { x: false, y: false },
      y: false,
      points: { size: 6 },
    },
    scales: {
      // A bucket stands right of its begin: the last one needs its room, too.
      x: { range: ({ data: [times] }, low, high) => [low, high + ((times[1] ?? 0) - (times[0] ?? 0))] },
      y: {
        range: (_plot, low, high) => {
          const top = Math.max(high ?? 0, (high ?? 0) > NEAR_CAP * cap ? cap : 0) || 1
          return uPlot.rangeNum(Math.min(0, low ?? 0), top, { min: { soft: 0, mode: 1 }, max: { pad: 0.1 } })
        },
      },
    },
    axes: [
      // A clock of 24 hours, as everywhere in the app.
      { ...axis, size: 24, space: 64, grid: { show: false }, values: times },
      {
        ...axis,
        size: 56,
        space: 28,
        values: (_plot, splits) => splits.map(tickOf(panel)),
        ...(STEPS[panel.id] && { incrs: STEPS[panel.id] }),
      },
    ],
    series: [
      {},
      ...panel.curves.toReversed().map(({ name, colour: token, shape }): uPlot.Series => {
        const stroke = colour(token)
        if (shape === 'bar')
          return {
            label: name,
            fill: stroke,
            width: 0,
            points: { show: false },
            ...(bars && { paths: bars }),
          }
        return {
          label: name,
          stroke,
          width: 1.5,
          points: { show: gaps, size: 4, fill: stroke },
          spanGaps: false,
          ...(shape === 'area' && { fill: colour('accent-soft') }),
          ...(shape === 'dashed' && { dash: [4, 3] }),
        }
      }),
    ],
    hooks: {
      setCursor: [({ cursor }) => onHover(cursor.idx ?? null)],
      draw: [(plot) => drawCap(plot, cap, colour('error'))],
    },
  }
}

/** Whether a curve has more gaps than values: those between two gaps are points, which a line would not show. */
const gaps = (plot: uPlot, series: number): boolean => {
  const values = plot.data[series] ?? []
  const known = Array.from(values).filter((value) => value !== null && value !== undefined)
  return known.length < values.length / 2
}

function drawCap(plot: uPlot, cap: number, stroke: string): void {
  const { ctx, bbox, scales } = plot
  if (cap > (scales['y']?.max ?? 0)) return
  const y = plot.valToPos(cap, 'y', true)
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.setLineDash([6, 4])
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.restore()
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** Hours within a day, the date where one begins and over days. */
const times: uPlot.Axis.DynamicValues = (_plot, splits, _axis, _space, step) =>
  splits.map((second) => {
    const at = new Date(second * 1_000)
    const midnight = at.getHours() === 0 && at.getMinutes() === 0
    return (step >= 86_400 || midnight ? day : clock).format(at)
  })
