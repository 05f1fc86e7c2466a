import { mkdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Entry } from '../../../shared/entry.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { assertName } from '../../operations/entry-name.ts'
import type { ApiClient } from '../api.ts'
import { fetchContent } from '../content.ts'
import { hashOf, removeFile, replaceFile } from '../replace-file.ts'
import type { DaemonAddress } from '../discover.ts'
import { conflictFile, noteFile, readFolder, type NoteFile, type NoteFolder } from './folder.ts'
import { lockFolder } from './lock.ts'
import { planNote, type NoteStep } from './plan.ts'
import { readState, writeState, type SyncState, type SyncedNote } from './state.ts'

export interface SyncOptions {
  readonly api: ApiClient
  readonly daemon: DaemonAddress
  /** The project's folder, which says whose notes are meant. */
  readonly project: string
  /** Where the files are; made where it is not there. */
  readonly folder: string
}

export interface SyncLine {
  readonly name: string
  readonly did: Exclude<NoteStep, 'none' | 'agree'> | 'unresolved' | 'refused'
  /** Why, or where the other version is. */
  readonly note?: string
}

/** What one pass did. `clean` is false where something needs a person. */
export interface SyncReport {
  readonly lines: readonly SyncLine[]
  readonly clean: boolean
}

/** Another writer comes between at most so often before a note is left for the next pass. */
const TRIES = 5
/** What the store answers where a note is not what was listed any more. */
const MOVED: ReadonlySet<string> = new Set(['conflict', 'not_found', 'expired'])

/** Makes a folder's files and a project's notes equal, one note at a time; what both sides changed is kept on both. */
export async function syncNotes(options: SyncOptions): Promise<SyncReport> {
  await mkdir(options.folder, { recursive: true })
  const unlock = await lockFolder(options.folder)
  try {
    const state = await readState(options.folder, options.project)
    const pass = new SyncPass(options, state)
    try {
      return await pass.run()
    } finally {
      await writeState(options.folder, state)
    }
  } finally {
    unlock()
  }
}

class SyncPass {
  readonly #options: SyncOptions
  readonly #state: SyncState
  readonly #lines: SyncLine[] = []
  #clean = true
  /** Why the last write was not taken. */
  #refusal = 'it changes all the time'

  constructor(options: SyncOptions, state: SyncState) {
    this.#options = options
    this.#state = state
  }

  async run(): Promise<SyncReport> {
    const { files, conflicts, binary } = await readFolder(this.#options.folder)
    const stored = await this.#storedNotes()
    for (const name of binary) this.#tell({ name, did: 'refused', note: 'it is not UTF-8 text' })
    const names = new Set([...files.keys(), ...stored.keys(), ...this.#state.notes.keys()])
    for (const name of [...names].sort()) {
      try {
        if (!stored.has(name)) assertName(name)
        await this.#syncOne(name, { files, conflicts, binary }, stored.get(name) ?? null)
      } catch (error) {
        if (!(error instanceof SpillwayError)) throw error
        this.#tell({ name, did: 'refused', note: `${error.message} ${error.hint ?? ''}`.trim() })
      }
    }
    return { lines: this.#lines, clean: this.#clean }
  }

  async #syncOne(name: string, found: NoteFolder, stored: Entry | null): Promise<void> {
    const { notes, conflicts } = this.#state
    const beside = found.conflicts.get(name) ?? []
    const seen = conflicts.get(name)
    if (seen !== undefined && beside.length === 0) {
      // Whoever removed the stored version's file has seen it: the note's file is what they made of both.
      notes.set(name, seen)
      conflicts.delete(name)
    }
    let [file, note] = [found.files.get(name) ?? null, stored]
    for (let tries = 0; tries < TRIES; tries += 1) {
      const step = planNote({ synced: notes.get(name) ?? null, file: file?.sha256 ?? null, stored: note })
      if (beside.length > 0 && step !== 'none' && step !== 'agree' && step !== 'conflict')
        return this.#tell({ name, did: 'unresolved', note: `merge, then remove ${beside.join(', ')}` })
      if (await this.#take(step, name, file, note)) return
      // Somebody wrote in between: look again.
      note = (await this.#storedNotes()).get(name) ?? null
      file = (await readFolder(this.#options.folder)).files.get(name) ?? null
    }
    this.#tell({ name, did: 'refused', note: this.#refusal })
  }

  /** False where the note or the file is not any more what the step was planned for; nothing was done then. */
  async #take(step: NoteStep, name: string, file: NoteFile | null, stored: Entry | null): Promise<boolean> {
    if (step === 'none') return true
    if (step === 'agree') return this.#remember(name, stored)
    if (step === 'write-note') return file !== null && (await this.#writeNote(file, stored))
    if (step === 'write-file') return stored !== null && (await this.#writeFile(stored, file))
    if (step === 'remove-file') return file !== null && (await this.#removeFile(file))
    if (step === 'remove-note') return stored !== null && (await this.#removeNote(stored))
    return stored !== null && (await this.#keepBoth(stored))
  }

  async #writeNote({ name, text }: NoteFile, stored: Entry | null): Promise<boolean> {
    const { api, project } = this.#options
    const ifVersion = stored?.version ?? 0
    const note = { name, content: text, project, scope: 'project' as const, ifVersion }
    const written = await this.#unlessConflict(api.putNote(note))
    if (written === null) return false
    this.#tell({ name, did: 'write-note' })
    return this.#remember(name, written)
  }

  async #writeFile(stored: Entry, file: NoteFile | null): Promise<boolean> {
    const { name } = stored
    // Retention has not come by yet, but there is nothing to bring.
    if (isPast(stored)) return true
    const bytes = await this.#content(stored)
    const path = noteFile(this.#options.folder, name)
    if (bytes === null || !(await replaceFile(path, bytes, file?.sha256 ?? null))) return false
    this.#tell({ name, did: 'write-file' })
    return this.#remember(name, stored)
  }

  /** A note whose life ended was not removed by anyone: its file brings it back. */
  async #removeFile(file: NoteFile): Promise<boolean> {
    const { name } = file
    if (await this.#hasExpired(this.#state.notes.get(name))) return await this.#writeNote(file, null)
    if (!(await removeFile(noteFile(this.#options.folder, name), file.sha256))) return false
    this.#tell({ name, did: 'remove-file' })
    return this.#remember(name, null)
  }

  async #removeNote({ name, version }: Entry): Promise<boolean> {
    const { api, project } = this.#options
    const removed = await this.#unlessConflict(
      api.deleteNote({ name, project, scope: 'project', ifVersion: version }),
    )
    if (removed === null) return false
    this.#tell({ name, did: 'remove-note' })
    return this.#remember(name, null)
  }

  /** The file stays, and the stored version is put beside it. */
  async #keepBoth(stored: Entry): Promise<boolean> {
    const { name, version } = stored
    const bytes = await this.#content(stored)
    if (bytes === null) return false
    const path = conflictFile(this.#options.folder, name, version)
    // It may be there from the last pass, perhaps with a person's marks in it.
    await replaceFile(path, bytes, null)
    this.#state.conflicts.set(name, versionOf(stored))
    this.#tell({ name, did: 'conflict', note: `both changed; the stored one is in ${path}` })
    return true
  }

  /** The exact bytes of a listed note; null where it has been written again, or removed, since. */
  async #content(stored: Entry): Promise<Uint8Array | null> {
    const body = await this.#unlessConflict(fetchContent(this.#options.daemon, stored.id))
    if (body === null) return null
    const bytes = await buffer(body)
    return hashOf(bytes) === stored.sha256 ? bytes : null
  }

  async #storedNotes(): Promise<Map<string, Entry>> {
    const { items } = await this.#options.api.listNotes({ project: this.#options.project })
    // Notes for every project at once have no one folder to be in.
    const own = items.filter(({ scope, project }) => scope === 'project' && project !== null)
    return new Map(own.map((note) => [note.name, note]))
  }

  async #hasExpired(synced: SyncedNote | undefined): Promise<boolean> {
    if (synced === undefined) return false
    try {
      return isPast(await this.#options.api.getEntry({ id: synced.id }))
    } catch (error) {
      if (error instanceof SpillwayError && error.code === 'not_found') return false
      throw error
    }
  }

  /** Null where the note is not any more at the version that was asked for, or somebody holds it. */
  async #unlessConflict<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof SpillwayError) || !MOVED.has(error.code)) throw error
      this.#refusal = error.message
      return null
    }
  }

  #remember(name: string, stored: Entry | null): true {
    if (stored === null) this.#state.notes.delete(name)
    else this.#state.notes.set(name, versionOf(stored))
    this.#state.conflicts.delete(name)
    return true
  }

  #tell(line: SyncLine): void {
    this.#lines.push(line)
    if (line.did === 'conflict' || line.did === 'unresolved' || line.did === 'refused') this.#clean = false
  }
}

const versionOf = ({ id, version, sha256 }: Entry): SyncedNote => ({ id, version, sha256 })

const isPast = ({ expiresAt, pinned }: Pick<Entry, 'expiresAt' | 'pinned'>): boolean =>
  !pinned && expiresAt !== null && Date.parse(expiresAt) <= Date.now()
