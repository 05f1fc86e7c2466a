import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SpillwayError } from '../../../shared/errors.ts'
import { entryId } from '../../../shared/ids.ts'
import { sha256 } from '../../../shared/entry.ts'
import { parseJson } from '../json.ts'

/** A note as both sides had it when they were last equal, or as a person was last shown it. */
export const syncedNote = z.object({ id: entryId, version: z.int(), sha256 })
export type SyncedNote = z.infer<typeof syncedNote>

const byName = z
  .record(z.string(), syncedNote)
  .transform((notes): Map<string, SyncedNote> => new Map(Object.entries(notes)))

const stateFile = z.object({ project: z.string(), notes: byName, conflicts: byName })

export interface SyncState {
  readonly project: string
  readonly notes: Map<string, SyncedNote>
  /** The stored versions that stand beside their notes' files until a person has merged them. */
  readonly conflicts: Map<string, SyncedNote>
}

export const STATE_FILE = '.spillway-notes.json'

/** What the last sync of `folder` left. @throws SpillwayError `conflict` where the folder belongs to another project */
export async function readState(folder: string, project: string): Promise<SyncState> {
  const path = join(folder, STATE_FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { project, notes: new Map(), conflicts: new Map() }
  const parsed = stateFile.safeParse(parseJson(text))
  if (!parsed.success)
    throw new SpillwayError(
      'invalid_input',
      `${path} is damaged.`,
      'Remove it: what differs on both sides is then kept on both.',
    )
  if (parsed.data.project !== project)
    throw new SpillwayError(
      'conflict',
      `${folder} holds the notes of ${parsed.data.project}.`,
      'Choose another folder, or --project.',
    )
  return parsed.data
}

/** Written beside and moved into place, so that a sync that is killed leaves the old state or the new one. */
export async function writeState(folder: string, state: SyncState): Promise<void> {
  const path = join(folder, STATE_FILE)
  const { project, notes, conflicts } = state
  const plain = { project, notes: Object.fromEntries(notes), conflicts: Object.fromEntries(conflicts) }
  await writeFile(`${path}.new`, `${JSON.stringify(plain, null, 2)}\n`)
  await rename(`${path}.new`, path)
}
