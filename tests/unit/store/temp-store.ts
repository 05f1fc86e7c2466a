import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ingest } from '../../../src/main/store/ingest/ingest.ts'
import { openStore, type Store } from '../../../src/main/store/store.ts'

export interface TempStore extends AsyncDisposable {
  readonly store: Store
  readonly ingest: Ingest
  readonly file: string
}

/** A real store in a folder of its own; both are gone at the end of the scope. */
export async function tempStore(): Promise<TempStore> {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-store-'))
  const file = join(folder, 'spillway.db')
  const store = await openStore({ file, publish: () => {} })
  const ingest = new Ingest()
  return {
    store,
    ingest,
    file,
    async [Symbol.asyncDispose]() {
      await Promise.all([store.close(), ingest.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
