export { formatBytes } from '../../shared/bytes.ts'

const whole = new Intl.NumberFormat('en-US')

/** `452619` as `452,619`; a minus is U+2212, as wide as a digit. */
export function formatCount(value: number): string {
  return whole.format(value).replace('-', '−')
}

const short = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** As `formatCount` up to seven digits, which a column has room for; beyond that `29.8M`. */
export function formatTight(value: number): string {
  return Math.abs(value) < 1e7 ? formatCount(value) : short.format(value).replace('-', '−')
}

/** A count beside its noun, in the plural where it is not one. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}

/** A share as a percentage with one decimal; an em dash where there is nothing to share. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '—'
  const percent = (part / whole) * 100
  return percent > 0 && percent < 0.05 ? '< 0.1 %' : `${percent.toFixed(1)} %`
}

/** `21:04:11`, local. */
export const formatClock = clock()
function clock(): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' })
  return (time) => format.format(time)
}

/** `22 Nov 21:04`, local. */
export const formatMoment = moment()
function moment(): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (time) => format.format(time).replace(',', '')
}

/** Milliseconds: whole from 10 on, one decimal below. */
export function formatMs(milliseconds: number): string {
  return milliseconds > 0 && milliseconds < 9.95
    ? milliseconds.toFixed(1)
    : formatCount(Math.round(milliseconds))
}
