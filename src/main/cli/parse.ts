import { InvalidArgumentError } from 'commander'

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
const BYTES = { b: 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 } as const

export function parseInteger(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

export function parsePort(text: string): number {
  const port = parseInteger(text)
  if (port < 0 || port > 65_535) throw new InvalidArgumentError('It must be from 0 (any free port) to 65535.')
  return port
}

/** Seconds: `90`, `90s`, `15m`, `24h`, `7d`. */
export function parseDuration(text: string): number {
  const [, count, unit = 's'] = /^(\d+)([smhd])?$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('It must look like 90s, 15m, 24h or 7d.')
  return Number(count) * SECONDS[unit as keyof typeof SECONDS]
}

/** Bytes, in units of 1,024: `4096`, `500KB`, `50MB`, `1GB`. */
export function parseBytes(text: string): number {
  const [, count, unit = 'b'] = /^(\d+) ?(?:([kmg])b?|b)?$/i.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('It must look like 4096, 500KB, 50MB or 1GB.')
  return Number(count) * BYTES[unit.toLowerCase() as keyof typeof BYTES]
}
