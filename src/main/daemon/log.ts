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
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    close: () => destination.end(),
  }
}
