import { workerData } from 'node:worker_threads'

export interface StoreThreadData {
  readonly role: 'writer' | 'reader' | 'keeper'
  readonly file: string
}

const { role, file } = workerData as StoreThreadData

/** Each loads only what it needs: whatever a thread loads it holds in a heap of its own. */
const roles = {
  writer: async () => (await import('./serve-writes.ts')).serveWrites(file),
  reader: async () => (await import('./serve-reads.ts')).serveReads(file),
  keeper: async () => (await import('./serve-keeping.ts')).serveKeeping(file),
}
await roles[role]()
