import type { Moment } from './moments.ts'
import { inContext, withoutSpillway } from './moments.ts'
import type { TimeScale } from './scale.ts'

/** Paths of an SVG that is `width` × `height`, growing from its bottom. */
export interface ContextShape {
  /** What the context held: prompts and arguments at the bottom, then what was delivered, then what was read back. */
  readonly asked: string
  readonly delivered: string
  readonly reread: string
  /** What it would have held, and the line over it. */
  readonly whole: string
  readonly wholeLine: string
  /** The calls and reads under it, in proportion to time. */
  readonly calls: string
  readonly reads: string
  readonly failures: string
  /** Waits that are drawn shorter than they were. */
  readonly cuts: string
  /** Where round numbers of tokens lie, from the top. */
  readonly lines: readonly { readonly tokens: number; readonly y: number }[]
}

/** Of the height, at the bottom, what the calls and reads take. */
export const TRACK = 12
const GAP = 6
/** A context smaller than this is drawn flat: nothing is to be seen at ten tokens. */
const LOW = 100

/** How high a number of tokens stands, 0 to 1; equal steps are equal factors, so that a thousand and a million both show. */
export const heightOf = (tokens: number, most: number): number =>
  Math.max(0, Math.log(1 + tokens / LOW) / Math.log(1 + Math.max(LOW * 10, most) / LOW))

export function contextShape(
  moments: readonly Moment[],
  scale: TimeScale,
  width: number,
  height: number,
): ContextShape {
  const floor = height - TRACK - GAP
  const most = withoutSpillway(moments.at(-1)?.sums ?? { asked: 0, delivered: 0, reread: 0, raw: 0 })
  const y = (tokens: number) => floor - heightOf(tokens, most) * (floor - 4)
  const levels = { asked: [] as number[], delivered: [] as number[], reread: [] as number[] }
  const whole: number[] = []
  for (const { sums } of moments) {
    // The height is that of all together; within it each part has its share.
    const held = inContext(sums)
    const top = floor - y(held)
    const part = (tokens: number) => floor - (held === 0 ? 0 : (tokens / held) * top)
    levels.asked.push(part(sums.asked))
    levels.delivered.push(part(sums.asked + sums.delivered))
    levels.reread.push(part(held))
    whole.push(y(withoutSpillway(sums)))
  }
  const xs = scale.places.map(({ to }) => to * width)
  const area = (tops: readonly number[]) => `M0 ${floor}${steps(xs, tops, floor, width)}V${floor}Z`
  const track = (kind: (moment: Moment) => boolean) =>
    moments
      .flatMap((moment, index) => {
        const place = scale.places[index]
        if (place === undefined || !kind(moment)) return []
        const from = place.from * width
        const length = Math.max(2, place.to * width - from - 1)
        return [`M${round(from)} ${height - TRACK}h${round(length)}v${TRACK}h${round(-length)}Z`]
      })
      .join('')
  return {
    asked: area(levels.asked),
    delivered: area(levels.delivered),
    reread: area(levels.reread),
    whole: area(whole),
    wholeLine: `M0 ${floor}${steps(xs, whole, floor, width)}`,
    calls: track(({ kind }) => kind === 'call'),
    reads: track(({ kind }) => kind === 'read'),
    failures: track((moment) => moment.kind === 'call' && moment.call.isError),
    cuts: cuts(scale, width, height),
    lines: ROUND.filter((tokens) => tokens < most * 1.2).map((tokens) => ({ tokens, y: y(tokens) })),
  }
}

const ROUND = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

const round = (pixels: number) => Math.round(pixels * 10) / 10

/** A line that keeps its height until the next moment, then leaps. */
function steps(xs: readonly number[], tops: readonly number[], floor: number, width: number): string {
  let before = floor
  let path = ''
  xs.forEach((x, index) => {
    path += `L${round(x)} ${round(before)}L${round(x)} ${round(tops[index] ?? before)}`
    before = tops[index] ?? before
  })
  return `${path}L${width} ${round(before)}`
}

/** Two slanted strokes in the middle of each wait that was cut. */
function cuts({ places }: TimeScale, width: number, height: number): string {
  const top = height - TRACK + 2
  const bottom = height - 2
  return places
    .flatMap(({ from, shortened }, index) => {
      const start = (places[index - 1]?.to ?? 0) * width
      const room = from * width - start
      if (shortened === 0 || room < 7) return []
      const middle = start + room / 2
      return [
        `M${round(middle - 3)} ${bottom}L${round(middle)} ${top}M${round(middle)} ${bottom}L${round(middle + 3)} ${top}`,
      ]
    })
    .join('')
}
