import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { openReader, openWriter } from '../../../src/main/store/connection.ts'
import { assemble } from '../../../src/main/store/ingest/assemble.ts'
import { migrate } from '../../../src/main/store/migrate.ts'
import type { Content } from '../../../src/main/store/protocol.ts'
import { appendChunks, openStage } from '../../../src/main/store/writes/blobs.ts'

/** A real database file with contents in it, as the daemon's threads would hold it. */
export class StoredContents implements Disposable {
  readonly reader: Database
  readonly #writer: Database
  readonly #folder = mkdtempSync(join(tmpdir(), 'spillway-contents-'))

  constructor() {
    const file = join(this.#folder, 'spillway.db')
    this.#writer = openWriter(file)
    migrate(this.#writer)
    this.reader = openReader(file)
  }

  add(pieces: Iterable<Uint8Array>, asText: boolean): Content {
    const { chunks, sha256, encoding, sizes } = assemble(Buffer.concat([...pieces]), asText)
    const blob = openStage(this.#writer, 0)
    appendChunks(this.#writer, blob, 0, chunks.data, chunks.layout)
    return { entry: 'e_000000000000', name: 'n', blob, sha256, encoding, sizes, mime: null, kind: 'text' }
  }

  [Symbol.dispose](): void {
    this.reader.close()
    this.#writer.close()
    rmSync(this.#folder, { recursive: true })
  }
}
