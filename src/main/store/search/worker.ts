import { workerData } from 'node:worker_threads'
import { SpillwayError } from '../../../shared/errors.ts'
import { serveThread } from '../../threads/serve.ts'
import { chunksOf, freeUnpacked, type StoredChunk } from '../chunks.ts'
import { openReader } from '../connection.ts'
import { charsetOf } from '../text/charset.ts'
import { blocksOf } from './blocks.ts'
import { Grep } from './grep.ts'
import { Outline } from './outline.ts'
import type { GrepOrder, OutlineOrder, SearchMethods, SearchThreadData } from './search.ts'

const { file, progress } = workerData as SearchThreadData
const db = openReader(file)
/** Bytes read so far, for whoever watches from outside: a thread inside a regular expression answers nobody. */
const reached = new BigInt64Array(progress)

function* reporting(chunks: Iterable<StoredChunk>): Generator<StoredChunk> {
  for (const chunk of chunks) {
    Atomics.add(reached, 0, BigInt(chunk.bytes.length))
    yield chunk
  }
}

const methods: SearchMethods = {
  grep({ content, query }: GrepOrder) {
    Atomics.store(reached, 0, 0n)
    const charset = charsetOf(content.encoding)
    if (!charset)
      throw new SpillwayError('invalid_input', `${content.entry} is binary: there are no lines to search.`)
    const grep = new Grep(query)
    const chunks = chunksOf(db, content.blob, content.sizes.bytes)
    for (const block of blocksOf(charset, reporting(chunks))) grep.push(block)
    return grep.result()
  },
  outline({ content, from, limit }: OutlineOrder) {
    Atomics.store(reached, 0, 0n)
    if (content.encoding !== 'utf-8')
      throw new SpillwayError('invalid_input', `${content.entry} is not UTF-8: there is no outline of it.`)
    const outline = new Outline(from, limit)
    const chunks = chunksOf(db, content.blob, content.sizes.bytes, from.char)
    for (const chunk of reporting(chunks)) {
      const isEnough = outline.push(chunk)
      freeUnpacked(chunk.bytes)
      if (isEnough) break
    }
    return outline.result()
  },
}

serveThread(methods)
