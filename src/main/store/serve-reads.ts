import { serveThread } from '../threads/serve.ts'
import { openReader } from './connection.ts'
import { makeReads } from './reads.ts'

/** Answers reads from a connection of its own. */
export function serveReads(file: string): void {
  serveThread(makeReads(openReader(file)))
}
