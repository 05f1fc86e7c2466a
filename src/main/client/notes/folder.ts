import { isUtf8 } from 'node:buffer'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf } from '../replace-file.ts'

const NOTE_FILE = /^(.*)\.md$/s
const CONFLICT_FILE = /^([A-Za-z0-9_-]{1,64})\.conflict-v\d+\.md$/

export interface NoteFile {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

export interface NoteFolder {
  /** By the name of the note, which may be one that the rule refuses. */
  readonly files: ReadonlyMap<string, NoteFile>
  /** Names of notes that have a stored version standing beside their file. */
  readonly conflicts: ReadonlyMap<string, readonly string[]>
  /** Files that cannot be notes, because a note is text. */
  readonly binary: readonly string[]
}

export const noteFile = (folder: string, name: string): string => join(folder, `${name}.md`)

export const conflictFile = (folder: string, name: string, version: number): string =>
  join(folder, `${name}.conflict-v${version}.md`)

/** What a folder holds of notes. Hidden files are other programs' business. */
export async function readFolder(folder: string): Promise<NoteFolder> {
  const files = new Map<string, NoteFile>()
  const conflicts = new Map<string, string[]>()
  const binary: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = NOTE_FILE.exec(entry.name)?.[1]
    if (!entry.isFile() || name === undefined || entry.name.startsWith('.')) continue
    const beside = CONFLICT_FILE.exec(entry.name)?.[1]
    if (beside !== undefined) {
      conflicts.set(beside, [...(conflicts.get(beside) ?? []), entry.name])
      continue
    }
    const bytes = await readFile(join(folder, entry.name))
    if (isUtf8(bytes)) files.set(name, { name, text: bytes.toString(), sha256: hashOf(bytes) })
    else binary.push(entry.name)
  }
  return { files, conflicts, binary }
}
