import { createHash } from 'node:crypto'
import { chmod, link, readFile, rename, rm, writeFile } from 'node:fs/promises'

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Puts `bytes` where the file was last seen as `expected` (its SHA-256; null: not there). False where somebody changed it
 * meanwhile: it is left alone then. A reader sees the old file or the new one, never a part.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  expected: string | null,
  mode?: number,
): Promise<boolean> {
  const fresh = `${path}.${process.pid}.new`
  await writeFile(fresh, bytes, mode === undefined ? {} : { mode })
  try {
    // What the umask took from it when it was made.
    if (mode !== undefined) await chmod(fresh, mode)
    // A link fails where there is a file by now; a rename would put itself in its place.
    if (expected === null) return await link(fresh, path).then(() => true, isTaken)
    if ((await hashOfFile(path)) !== expected) return false
    await rename(fresh, path)
    return true
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Removes the file where it still is what was last seen; false where not. */
export async function removeFile(path: string, expected: string): Promise<boolean> {
  if ((await hashOfFile(path)) !== expected) return false
  await rm(path, { force: true })
  return true
}

async function hashOfFile(path: string): Promise<string | null> {
  try {
    return hashOf(await readFile(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false
  throw error
}
