import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { config as configSchema, upstreamName } from '../../shared/config.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { APP_NAME } from '../../shared/names.ts'
import { homePaths } from '../daemon/paths.ts'
import { inFile } from './connect.ts'
import { editConfig, isTable, readConfig } from './formats/format.ts'
import { json } from './formats/json.ts'
import { readServer } from './server-entry.ts'
import type { ImportedServer } from './server-entry.ts'
import type { ServerSource } from './server-sources.ts'
import { assertWritable, openSettings, writeSettings } from './settings-file.ts'

/** One server of a source: what would be imported, or why it cannot be. */
export interface Candidate {
  readonly source: ServerSource
  readonly name: string
  readonly server: ImportedServer | null
  readonly refused: string | null
}

/** The servers of a source, but for Spillway itself. @throws SpillwayError for a malformed file, with line and column */
export async function listCandidates(source: ServerSource): Promise<Candidate[]> {
  const file = await openSettings(source.file)
  const servers = await inFile(file, () => readConfig(source.format, file.text ?? '', source.path))
  if (!isTable(servers)) return []
  return Object.entries(servers)
    .filter(([name]) => name !== APP_NAME)
    .map(([name, entry]) => {
      const read = readServer(entry, source.folder)
      if (typeof read === 'string') return { source, name, server: null, refused: read }
      const named = upstreamName.safeParse(name).success
      const refused = named ? null : 'a name here is letters, digits, - and _, at most 40'
      return { source, name, server: read, refused }
    })
}

/**
 * Adds a server to `mcpServers` of our configuration, whose comments stay. The daemon takes it by itself.
 * @throws SpillwayError `conflict` where another server has that name
 */
export async function addServer(home: string, name: string, server: ImportedServer): Promise<void> {
  const file = await openSettings(homePaths(home).config)
  await inFile(file, async () => {
    const text = file.text ?? '{}\n'
    const path = ['mcpServers', name]
    const known = readConfig(json, text, path)
    if (JSON.stringify(known) === JSON.stringify(server)) return
    if (known !== undefined)
      throw new SpillwayError(
        'conflict',
        `it has another server called ${name}.`,
        'Rename one of them first.',
      )
    const after = editConfig(json, text, path, server)
    const checked = configSchema.safeParse(json.parse(after))
    const [issue] = checked.error?.issues ?? []
    if (issue) throw new SpillwayError('invalid_input', `${issue.path.join('.')}: ${issue.message}`)
    await writeSettings(file, after)
  })
}

/** Takes a server out of its client's file, once it is here. Gives the backup of that file. */
export async function removeFromSource(home: string, { source, name }: Candidate): Promise<string> {
  const file = await openSettings(source.file)
  await assertWritable(file)
  const folder = join(home, 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const backup = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${basename(file.path)}`)
  await copyFile(file.path, backup)
  await inFile(file, async () => {
    const text = file.text ?? ''
    await writeSettings(file, editConfig(source.format, text, [...source.path, name], undefined))
  })
  return backup
}
