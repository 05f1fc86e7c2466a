const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes in at most three digits, in units of 1,024 as limits are set: `812 KB`, `1.1 KB`, and 1 GiB is `1.0 GB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (Math.round(value) >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_024
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${UNITS[unit] ?? 'B'}`
}
