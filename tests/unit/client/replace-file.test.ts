import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashOf, replaceFile } from '../../../src/main/client/replace-file.ts'

test.each([0o664, 0o600, 0o640])('a file keeps its mode (%#), whatever the umask says', async (mode) => {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-replace-'))
  try {
    const file = join(folder, 'settings.json')
    await writeFile(file, 'old')
    expect(await replaceFile(file, 'new', hashOf('old'), mode)).toBe(true)
    expect(await readFile(file, 'utf8')).toBe('new')
    expect((await stat(file)).mode & 0o777).toBe(mode)
  } finally {
    await rm(folder, { recursive: true })
  }
})
