import { type MessagePort, workerData } from 'node:worker_threads'
import { toErrorBody } from '../../shared/errors.ts'
import { portToParent, serveThread } from '../threads/serve.ts'
import type { ThreadCall } from '../threads/thread.ts'
import { backUp } from './backup.ts'
import { checkpoint } from './checkpoint.ts'
import { openKeeper, openReader, openWriter } from './connection.ts'
import { migrate } from './migrate.ts'
import type { KeeperMethods } from './protocol.ts'
import { makeReads } from './reads.ts'
import { shrink } from './shrink.ts'
import { GroupWriter } from './writer.ts'

export interface StoreThreadData {
  readonly role: 'writer' | 'reader' | 'keeper'
  readonly file: string
}

const { role, file } = workerData as StoreThreadData

/** Begins with the call that opens, so that whoever asked for it is told why it cannot be. */
function serveWrites(): void {
  const port = portToParent()
  port.once('message', ([call]: readonly [ThreadCall]) => {
    const { id } = call
    try {
      takeWrites(port)
      port.postMessage([{ id, value: null }])
    } catch (error) {
      port.postMessage([{ id, failure: toErrorBody(error) }])
    }
  })
}

function takeWrites(port: MessagePort): void {
  const db = openWriter(file)
  migrate(db, (version) => backUp(db, file, version, new Date()))
  // Bodies that were still streaming in when the daemon before was killed.
  db.exec('UPDATE blobs SET condemned = 1 WHERE sha256 IS NULL')
  const writer = new GroupWriter(db)
  let queue: ThreadCall[] = []
  const flush = () => {
    const calls = queue
    queue = []
    port.postMessage(writer.run(calls))
  }
  port.on('message', (calls: readonly ThreadCall[]) => {
    if (queue.length === 0) setImmediate(flush)
    queue.push(...calls)
  })
}

function serveReads(): void {
  serveThread(makeReads(openReader(file)))
}

function serveKeeping(): void {
  const db = openKeeper(file)
  const keeper: KeeperMethods = {
    shrink: () => shrink(db),
    checkpoint: () => checkpoint(db),
  }
  serveThread(keeper)
}

const roles = { writer: serveWrites, reader: serveReads, keeper: serveKeeping }
roles[role]()
