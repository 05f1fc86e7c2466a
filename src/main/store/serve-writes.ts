import type { MessagePort } from 'node:worker_threads'
import { toErrorBody } from '../../shared/errors.ts'
import { atRest } from '../threads/at-rest.ts'
import { free } from '../threads/free.ts'
import { portToParent } from '../threads/serve.ts'
import type { ThreadCall } from '../threads/thread.ts'
import { backUp } from './backup.ts'
import { openWriter, tidy } from './connection.ts'
import { migrate } from './migrate.ts'
import type { StoreWrites } from './protocol.ts'
import { GroupWriter } from './writer.ts'

/** Begins with the call that opens, so that whoever asked for it is told why it cannot be. */
export function serveWrites(file: string): void {
  const port = portToParent()
  port.once('message', ([call]: readonly [ThreadCall]) => {
    const { id } = call
    try {
      takeWrites(port, file)
      port.postMessage([{ id, value: null }])
    } catch (error) {
      port.postMessage([{ id, failure: toErrorBody(error) }])
    }
  })
}

function takeWrites(port: MessagePort, file: string): void {
  const db = openWriter(file)
  migrate(db, (version) => backUp(db, file, version, new Date()))
  // Bodies that were still streaming in when the daemon before was killed.
  db.exec('UPDATE blobs SET condemned = 1 WHERE sha256 IS NULL')
  const writer = new GroupWriter(db)
  atRest(() => tidy(db))
  let queue: ThreadCall[] = []
  const flush = () => {
    const calls = queue
    queue = []
    port.postMessage(writer.run(calls))
    for (const call of calls) freeChunks(call)
  }
  port.on('message', (calls: readonly ThreadCall[]) => {
    if (queue.length === 0) setImmediate(flush)
    queue.push(...calls)
  })
}

/** What was written came in copies of this thread's own. */
function freeChunks({ method, argument }: ThreadCall): void {
  if (method === ('appendStage' satisfies keyof StoreWrites)) {
    free((argument as Parameters<StoreWrites['appendStage']>[0]).data)
  } else if (method === ('commitStep' satisfies keyof StoreWrites)) {
    for (const blob of (argument as Parameters<StoreWrites['commitStep']>[0]).blobs)
      if ('chunks' in blob) free(blob.chunks.data)
  }
}
