import { watch } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventType } from '../../../shared/event.ts'
import { followEvents } from '../follow.ts'

/** Events after which a project's notes may be others. */
const NOTE_EVENTS: ReadonlySet<EventType> = new Set(['note.written', 'entry.deleted', 'retention.pruned'])

/** Editors write a file in several steps. */
const SETTLE_MS = 200

export interface WatchOptions {
  readonly home: string
  readonly folder: string
  /** Events after this one are news. */
  readonly seq: number
}

/**
 * Calls `pass` once at the start, and whenever a file in the folder or a note in the store has changed. Passes never
 * overlap. It runs until `pass` throws or the daemon is gone.
 */
export async function watchNotes(options: WatchOptions, pass: () => Promise<void>): Promise<never> {
  let wake = Promise.withResolvers<void>()
  const changed = () => wake.resolve()
  const watching = Promise.all([watchFolder(options.folder, changed), watchStore(options, changed)])
  for (;;) {
    wake = Promise.withResolvers<void>()
    await pass()
    await Promise.race([wake.promise, watching])
    await sleep(SETTLE_MS)
  }
}

async function watchFolder(folder: string, changed: () => void): Promise<void> {
  for await (const { filename } of watch(folder)) {
    if (filename === null || (filename.endsWith('.md') && !filename.startsWith('.'))) changed()
  }
}

async function watchStore({ home, seq }: WatchOptions, changed: () => void): Promise<void> {
  for await (const { type } of followEvents(home, seq, changed)) if (NOTE_EVENTS.has(type)) changed()
}
