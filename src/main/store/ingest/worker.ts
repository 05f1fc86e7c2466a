import { SpillwayError } from '../../../shared/errors.ts'
import { sampleOf } from '../../policy/tokens/sample.ts'
import { Handover, serveThread } from '../../threads/serve.ts'
import type { Methods } from '../../threads/thread.ts'
import { toChunks } from './assemble.ts'
import { type ChunkStart, Measure } from './measure.ts'
import { pack } from './pack.ts'
import { previewFor } from './preview.ts'
import type { IngestMethods, PreviewOrder, StreamEnd, Whole } from './protocol.ts'
import { QuietCounter } from './quiet-counter.ts'
import { PreviewWindow } from './window.ts'

type Order<K extends keyof IngestMethods> = Parameters<IngestMethods[K]>[0]

interface Stream {
  readonly measure: Measure
  readonly window: PreviewWindow
}

/** Of the kinds that most results are. */
const EXAMPLES = [
  '2026-01-01T00:00:00.000Z INFO request 17 took 3 ms\n2026-01-01T00:00:01.000Z ERROR no route\n'.repeat(9),
  JSON.stringify(Array.from({ length: 8 }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', 'b'] }))),
].map((text) => Buffer.from(text))
const EXAMPLE_TOKENS = 200

const streams = new Map<number, Stream>()
const counter = new QuietCounter()

function newStream(asText: boolean, expected: number | null): Stream {
  const window = new PreviewWindow(expected)
  return { measure: new Measure(asText, window.lineFeeds), window }
}

function push({ measure, window }: Stream, bytes: Uint8Array): ChunkStart[] {
  window.push(bytes)
  return measure.push(bytes)
}

function end({ measure, window }: Stream, mime: string | null, preview: PreviewOrder): StreamEnd {
  try {
    const facts = measure.finish()
    const doc = window.doc(facts, mime)
    const isSeenWhole = doc.whole && doc.encoding !== 'binary'
    return { facts, preview: previewFor(doc, preview), sample: isSeenWhole ? sampleOf(doc.head) : null }
  } finally {
    window.close()
  }
}

const methods: Methods = {
  take({ bytes, asText, mime, preview }: Order<'take'>) {
    counter.interrupt()
    const stream = newStream(asText, bytes.length)
    const chunks = toChunks(push(stream, bytes), pack(bytes))
    const whole: Whole = { ...end(stream, mime, preview), chunks }
    return new Handover(whole, [chunks.data.buffer as ArrayBuffer])
  },

  push({ stream: id, asText, expected, bytes }: Order<'push'>) {
    counter.interrupt()
    const stream = streams.get(id) ?? newStream(asText, expected)
    streams.set(id, stream)
    return push(stream, bytes)
  },

  finish({ stream: id, mime, preview }: Order<'finish'>) {
    const stream = streams.get(id)
    if (!stream) throw new SpillwayError('internal', `No stream ${id} is being taken in.`)
    streams.delete(id)
    return end(stream, mime, preview)
  },

  abandon({ stream }: Order<'abandon'>) {
    streams.get(stream)?.window.close()
    streams.delete(stream)
  },

  wake() {
    for (const example of EXAMPLES) {
      const stream = newStream(true, example.length)
      push(stream, example)
      end(stream, null, { style: 'auto', tokens: EXAMPLE_TOKENS, name: 'example' })
    }
  },

  countEach: (each: Order<'countEach'>) => counter.countEach(each),
}

serveThread(methods)
