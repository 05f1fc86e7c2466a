import { SpillwayError } from '../../../shared/errors.ts'
import { Handover, serveThread } from '../../threads/serve.ts'
import type { PackedChunks } from '../blob.ts'
import { BlobAssembler } from './assembler.ts'
import { previewFor } from './preview.ts'
import type { IngestMethods, PreviewOrder } from './protocol.ts'
import { PreviewWindow } from './window.ts'

interface Stream {
  readonly assembler: BlobAssembler
  readonly window: PreviewWindow
  readonly mime: string | null
  readonly preview: PreviewOrder
}

const streams = new Map<number, Stream>()

function streamOf(id: number): Stream {
  const stream = streams.get(id)
  if (!stream) throw new SpillwayError('internal', `No stream ${id} is being taken in.`)
  return stream
}

const buffersOf = (chunks: PackedChunks) => [chunks.data.buffer as ArrayBuffer]

serveThread({
  prepare({ bytes, mime, asText, preview }: Parameters<IngestMethods['prepare']>[0]) {
    const assembler = new BlobAssembler(asText)
    const window = new PreviewWindow()
    window.push(bytes)
    const first = assembler.push(bytes)
    const { chunks: last, facts } = assembler.finish()
    const chunks = {
      data: last.data.length === 0 ? first.data : Buffer.concat([first.data, last.data]),
      layout: [...first.layout, ...last.layout],
    }
    return { blob: { ...facts, chunks }, preview: previewFor(window.doc(facts, mime), preview) }
  },

  open({ stream, mime, preview }: Parameters<IngestMethods['open']>[0]) {
    streams.set(stream, { assembler: new BlobAssembler(false), window: new PreviewWindow(), mime, preview })
  },

  push({ stream, bytes }: Parameters<IngestMethods['push']>[0]) {
    const { assembler, window } = streamOf(stream)
    window.push(bytes)
    const chunks = assembler.push(bytes)
    return new Handover(chunks, buffersOf(chunks))
  },

  finish({ stream }: Parameters<IngestMethods['finish']>[0]) {
    const { assembler, window, mime, preview } = streamOf(stream)
    streams.delete(stream)
    const { chunks, facts } = assembler.finish()
    return { chunks, facts, preview: previewFor(window.doc(facts, mime), preview) }
  },

  abandon({ stream }: Parameters<IngestMethods['abandon']>[0]) {
    streams.delete(stream)
  },
})
