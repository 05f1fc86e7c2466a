import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { Log } from '../operations/services.ts'

const MAX_BYTES = 5 * 1024 * 1024

/** A file in the home's `logs`, one JSON object a line; the one before it is kept when it has grown too long. */
export function openLog(
  folder: string,
): Log & { debug(facts: object, message: string): void; close(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'daemon.log')
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, join(folder, 'daemon.1.log'))
  const destination = pino.destination({ dest: file, mkdir: true, mode: 0o600, sync: true })
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  // A full disk must not fail the call that the line tells of: what cannot be logged is left out.
  destination.on('error', () => undefined)
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (facts: object, message: string) => {
    try {
      logger[level](facts, message)
    } catch {
      // Nowhere is left to say it: stderr of a background daemon is a file on the same disk.
    }
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    close: () => destination.end(),
  }
}
