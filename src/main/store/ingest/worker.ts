import { SpillwayError } from '../../../shared/errors.ts'
import { sampleOf } from '../../policy/tokens/sample.ts'
import { serveThread } from '../../threads/serve.ts'
import { Measure } from './measure.ts'
import { previewFor } from './preview.ts'
import type { IngestMethods } from './protocol.ts'
import { QuietCounter } from './quiet-counter.ts'
import { PreviewWindow } from './window.ts'

interface Stream {
  readonly measure: Measure
  readonly window: PreviewWindow
}

const streams = new Map<number, Stream>()
const counter = new QuietCounter()

function streamOf(id: number): Stream {
  const stream = streams.get(id)
  if (!stream) throw new SpillwayError('internal', `No stream ${id} is being taken in.`)
  return stream
}

const methods: IngestMethods = {
  open({ stream, asText }) {
    counter.interrupt()
    streams.set(stream, { measure: new Measure(asText), window: new PreviewWindow() })
  },

  push({ stream, bytes }) {
    counter.interrupt()
    const { measure, window } = streamOf(stream)
    window.push(bytes)
    return measure.push(bytes)
  },

  finish({ stream, mime, preview }) {
    const { measure, window } = streamOf(stream)
    streams.delete(stream)
    try {
      const facts = measure.finish()
      const doc = window.doc(facts, mime)
      const isSeenWhole = doc.whole && doc.encoding !== 'binary'
      return { facts, preview: previewFor(doc, preview), sample: isSeenWhole ? sampleOf(doc.head) : null }
    } finally {
      window.close()
    }
  },

  abandon({ stream }) {
    streams.get(stream)?.window.close()
    streams.delete(stream)
  },

  count: (samples) => counter.count(samples),
}

serveThread(methods)
