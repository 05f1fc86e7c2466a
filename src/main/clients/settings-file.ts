import { access, constants, mkdir, readFile, realpath, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SpillwayError } from '../../shared/errors.ts'
import { hashOf, replaceFile } from '../client/replace-file.ts'

/** A client's file as it was found. */
export interface SettingsFile {
  /** Where it really is: many people link theirs from a folder under version control. */
  readonly path: string
  /** Null where there is none yet. */
  readonly text: string | null
  readonly mode: number
}

/** Files of settings may hold tokens. */
const NEW_MODE = 0o600

/** @throws SpillwayError `forbidden` where it may not be written, `unsupported_media` where it is no text */
export async function openSettings(file: string): Promise<SettingsFile> {
  const path = await realpath(file).catch(orNull)
  if (path === null) return { path: file, text: null, mode: NEW_MODE }
  const bytes = await readFile(path)
  const text = bytes.toString()
  if (!Buffer.from(text).equals(bytes))
    throw new SpillwayError('unsupported_media', `${path} is not UTF-8 text.`)
  return { path, text, mode: (await stat(path)).mode & 0o777 }
}

/** Whoever made it read-only meant it, even where we could replace the file all the same. */
export async function assertWritable({ path, text, mode }: SettingsFile): Promise<void> {
  if (text === null) return
  const may = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (may && (mode & 0o222) !== 0) return
  throw new SpillwayError('forbidden', `${path} is read-only.`, 'Make it writable and try again.')
}

/** Writes the file unless somebody else has just done so; gives the first folder that had to be made for it. */
export async function writeSettings(file: SettingsFile, text: string): Promise<string | null> {
  await assertWritable(file)
  const made = await mkdir(dirname(file.path), { recursive: true, mode: 0o700 })
  const expected = file.text === null ? null : hashOf(file.text)
  if (await replaceFile(file.path, text, expected, file.mode)) return made ?? null
  throw new SpillwayError('conflict', `${file.path} was changed meanwhile.`, 'Try again.')
}

/** Removes the folders from `folder` up to `first`, as far as nothing else is in them. */
export async function removeMadeFolders(folder: string, first: string): Promise<void> {
  for (let at = folder; at.startsWith(first); at = dirname(at)) {
    const removed = await rmdir(at).then(
      () => true,
      () => false,
    )
    if (!removed) return
  }
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
