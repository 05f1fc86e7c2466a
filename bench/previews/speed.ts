import { makePreview } from '../../src/main/policy/preview/index.ts'
import type { CorpusDocument } from './questions.ts'
import { docOf } from './systems.ts'

const SAMPLE_CHARS = 2e6

/** Processor time of a preview per megabyte of text, each document repeated to about 2 MB. */
export function previewSpeed(documents: readonly CorpusDocument[]) {
  const samples = documents.map(({ file, text }) => ({
    file,
    doc: docOf(text.repeat(Math.ceil(SAMPLE_CHARS / text.length))),
  }))
  for (const { doc } of samples) makePreview(doc, { style: 'auto', tokens: 240 })
  const timing = samples.map(({ file, doc }) => {
    // Processor time: other programs on the machine do not count.
    const start = process.cpuUsage()
    makePreview(doc, { style: 'auto', tokens: 240 })
    const { user } = process.cpuUsage(start)
    return { file, msPerMb: (user / 1_000 / doc.sizes.bytes) * 1e6 }
  })
  timing.sort((a, b) => b.msPerMb - a.msPerMb)
  const msPerMb = timing.reduce((sum, sample) => sum + sample.msPerMb, 0) / timing.length
  return { msPerMb, slowest: timing.slice(0, 8) }
}
