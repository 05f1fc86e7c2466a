import type { Log } from '../../../src/main/gateway/log.ts'

/** Keeps what was logged, for a test that wants to look. */
export function memoryLog(): Log & { lines: string[] } {
  const lines: string[] = []
  const keep = (level: string) => (fields: object, message: string) => {
    if (level !== 'debug') lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  }
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn') }
}

export const RAW_SERVER = new URL('../../fixtures/upstreams/raw.mjs', import.meta.url).pathname
