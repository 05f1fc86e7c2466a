import { rm } from 'node:fs/promises'
import { SpillwayError } from '../../../shared/errors.ts'
import { programEntry } from '../../threads/entry.ts'
import { Thread } from '../../threads/thread.ts'
import type { Exported, ExportOrder } from './export.ts'
import type { Found } from './import.ts'
import type { Progress, ShareMethods, Step } from './protocol.ts'

export interface Watcher {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** A step is a megabyte or some thousand rows at most. A user's pattern may never end; a thread can be ended all the same. */
const STEP_LIMIT_MS = 60_000

/** Writes a recording to `order.to`. @throws SpillwayError `timeout`, or the signal's reason; no file is left then */
export async function runExport(order: ExportOrder, watcher: Watcher): Promise<Exported> {
  const thread = startThread()
  try {
    await thread.call('beginExport', order)
    return await runSteps(thread, () => thread.call('stepExport', null), watcher.signal, watcher.onProgress)
  } catch (error) {
    await thread.kill()
    await Promise.all(
      ['', '.rows', '.recording'].map((ending) => rm(`${order.to}${ending}`, { force: true })),
    )
    throw error
  } finally {
    await thread.kill()
  }
}

/** Looks through a file that somebody else made, and tells what it finds. @throws SpillwayError where it may not be taken in */
export async function runCheck(
  file: string,
  { signal, onProgress }: Watcher,
  tell: (found: Found) => Promise<void>,
): Promise<void> {
  const thread = startThread()
  try {
    await thread.call('beginCheck', file)
    await runSteps(
      thread,
      () => thread.call('stepCheck', null),
      signal,
      async (finding) => {
        onProgress(finding.progress)
        await tell(finding)
      },
    )
  } finally {
    await thread.kill()
  }
}

const startThread = () =>
  new Thread<ShareMethods>(programEntry(import.meta.url, './worker.ts', 'share-worker.js'), 'share', null)

/** One after the other, so that whoever gives up is heard between two of them. */
async function runSteps<P, Result>(
  thread: Thread<ShareMethods>,
  next: () => Promise<Step<P, Result>>,
  signal: AbortSignal,
  take: (progress: P) => void | Promise<void>,
): Promise<Result> {
  for (;;) {
    signal.throwIfAborted()
    const step = await inTime(thread, next())
    if (step.finished) return step.result
    await take(step.progress)
  }
}

async function inTime<T>(thread: Thread<ShareMethods>, work: Promise<T>): Promise<T> {
  let late = false
  const timer = setTimeout(() => {
    late = true
    void thread.kill()
  }, STEP_LIMIT_MS)
  try {
    return await work
  } catch (error) {
    if (late)
      throw new SpillwayError(
        'timeout',
        'It took too long and was given up. A redaction pattern may never end.',
      )
    throw error
  } finally {
    clearTimeout(timer)
  }
}
