interface Version {
  readonly version: number
  readonly sha256: string
}

/** One note as sync finds it: at the last sync, in the folder, in the store; null where it is not. */
export interface NoteSides {
  readonly synced: Version | null
  /** SHA-256 of the file. */
  readonly file: string | null
  readonly stored: Version | null
}

export type NoteStep =
  | 'none'
  /** Both sides are equal, or both are gone: remember that. */
  | 'agree'
  | 'write-file'
  | 'write-note'
  | 'remove-file'
  | 'remove-note'
  | 'conflict'

/**
 * What one note needs. A change on one side is carried over. A removal too, but only where the other side is still what
 * both had; else the change wins over the removal, because nothing may be lost. Two changes are a conflict.
 */
export function planNote({ synced, file, stored }: NoteSides): NoteStep {
  if (file === (stored?.sha256 ?? null)) return stored?.version === synced?.version ? 'none' : 'agree'
  const fileSame = file === (synced?.sha256 ?? null)
  const noteSame = stored?.version === synced?.version && stored?.sha256 === synced?.sha256
  if (fileSame) return stored === null ? 'remove-file' : 'write-file'
  if (noteSame) return file === null ? 'remove-note' : 'write-note'
  if (file === null) return 'write-file'
  return stored === null ? 'write-note' : 'conflict'
}
