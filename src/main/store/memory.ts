import Database from 'better-sqlite3'
import { reviveError } from '../threads/thread.ts'
import { migrate } from './migrate.ts'
import { inOrder } from './in-order.ts'
import { makeReads } from './reads.ts'
import type { Store, StoreOptions } from './store.ts'
import { GroupWriter } from './writer.ts'

/**
 * The same interface without a file or a thread: everything lives in this process and goes with it. For tests, and for whoever
 * wants to put something else behind the interface: the suite in tests/unit/store/interface.test.ts holds both to one behaviour.
 */
export function openMemoryStore({ publish }: Pick<StoreOptions, 'publish'>): Store {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  migrate(db)
  const writer = new GroupWriter(db)
  const reads = makeReads(db) as Record<string, (order: never) => unknown>
  let calls = 0
  const faces = inOrder({
    read: async (method, order) => reads[method]?.(order as never),
    write: async (method, argument) => {
      const [outcome] = writer.run([{ id: ++calls, method, argument }])
      if (!outcome || 'failure' in outcome) throw reviveError(outcome?.failure)
      for (const one of outcome.value.announced) publish(one)
      return outcome.value.value
    },
  })
  return {
    ...faces,
    // It has no file.
    shrink: () => Promise.resolve(),
    async close() {
      await faces.later.settled()
      db.close()
    },
  }
}
