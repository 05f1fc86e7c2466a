import { workerData } from 'node:worker_threads'
import { serveThread } from '../../threads/serve.ts'
import { openReader } from '../connection.ts'
import { unpack } from '../chunks.ts'
import { statement } from '../statement.ts'
import { Grep } from './grep.ts'
import type { GrepOrder, SearchMethods, SearchThreadData } from './search.ts'

const { file, progress } = workerData as SearchThreadData
const db = openReader(file)
/** Bytes searched so far, for whoever watches from outside: a thread inside a regular expression answers nobody. */
const searched = new BigInt64Array(progress)

/** Text is searched in blocks of whole lines about this long. */
const BLOCK_UNITS = 1 << 20

const methods: SearchMethods = {
  grep({ content, query }: GrepOrder) {
    Atomics.store(searched, 0, 0n)
    const grep = new Grep(query)
    const decoder = new TextDecoder(content.encoding, { ignoreBOM: true })
    let pending: string[] = []
    let pendingUnits = 0
    const chunks = statement(db, 'SELECT codec, data FROM chunks WHERE blob = ? ORDER BY seq').iterate(
      content.blob,
    )
    for (const chunk of chunks as Iterable<{ codec: number; data: Uint8Array }>) {
      const raw = unpack(chunk.codec, chunk.data)
      const text = decoder.decode(raw, { stream: true })
      const lastNewline = text.lastIndexOf('\n')
      if (pendingUnits + text.length >= BLOCK_UNITS && lastNewline !== -1) {
        grep.push(pending.join('') + text.slice(0, lastNewline + 1))
        pending = [text.slice(lastNewline + 1)]
        pendingUnits = text.length - lastNewline - 1
      } else {
        pending.push(text)
        pendingUnits += text.length
      }
      Atomics.add(searched, 0, BigInt(raw.length))
    }
    grep.push(pending.join('') + decoder.decode())
    return grep.result()
  },
}

serveThread(methods)
