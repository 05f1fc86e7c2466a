import { atRest } from '../threads/at-rest.ts'
import { serveThread } from '../threads/serve.ts'
import { openReader, TIMELINE_CACHE_KIB, tidy } from './connection.ts'
import { makeReads } from './reads.ts'
import { forgetChunks } from './reads/slices.ts'

/** Answers reads from a connection of its own. */
export function serveReads(file: string): void {
  const db = openReader(file, TIMELINE_CACHE_KIB)
  serveThread(makeReads(db))
  atRest(() => {
    forgetChunks(db)
    tidy(db)
  })
}
