import { Handover, serveThread } from '../../threads/serve.ts'
import { type Exported, type ExportOrder, exportRecording } from './export.ts'
import { checkRecording, type Finding } from './import.ts'
import type { Progress, Step } from './protocol.ts'

/** The job under way: a thread does one and is ended then. */
let exporting: Generator<Progress, Exported> | null = null
let checking: Generator<Finding, void> | null = null

function step<P, R>(job: Generator<P, R> | null): Step<P, R> {
  if (job === null) throw new Error('Nothing was begun.')
  const { done, value } = job.next()
  return done ? { finished: true, result: value } : { finished: false, progress: value }
}

serveThread({
  beginExport(order: ExportOrder) {
    exporting = exportRecording(order)
  },
  stepExport: () => step(exporting),
  beginCheck(file: string) {
    checking = checkRecording(file)
  },
  stepCheck() {
    const next = step(checking)
    const piece = !next.finished && next.progress.found === 'piece' ? next.progress.piece : null
    return piece ? new Handover(next, [piece.chunks.data.buffer as ArrayBuffer]) : next
  },
})
