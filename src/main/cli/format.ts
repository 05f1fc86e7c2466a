export { formatBytes } from '../../shared/bytes.ts'

const AGE_UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** A span of time in its largest unit: `42s`, `5m`, `3h`, `12d`. */
export function formatSeconds(seconds: number): string {
  const [unit, length] = AGE_UNITS.find(([, size]) => seconds >= size) ?? ['s', 1]
  return `${Math.floor(Math.max(0, seconds) / length)}${unit}`
}

/** How long ago `time` was. */
export function formatAge(time: string, now: number): string {
  return formatSeconds((now - Date.parse(time)) / 1_000)
}
