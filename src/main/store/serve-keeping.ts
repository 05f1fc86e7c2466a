import { serveThread } from '../threads/serve.ts'
import { checkpoint } from './checkpoint.ts'
import { openKeeper } from './connection.ts'
import type { KeeperMethods } from './protocol.ts'
import { shrink } from './shrink.ts'

/** Moves the log into the database and gives room back, beside the thread that writes. */
export function serveKeeping(file: string): void {
  const db = openKeeper(file)
  const keeper: KeeperMethods = {
    shrink: () => shrink(db),
    checkpoint: () => checkpoint(db),
  }
  serveThread(keeper)
}
