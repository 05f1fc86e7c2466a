const SIZE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const AGE_UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const

/** Bytes to three digits, in units of 1,024: `812 KB`, `1.1 KB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (Math.round(value) >= 1_000 && unit < SIZE_UNITS.length - 1) {
    value /= 1_024
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${SIZE_UNITS[unit]}`
}

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
