import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { configFault } from '../../shared/config-fault.ts'
import { config as configSchema, upstreamName } from '../../shared/config.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { APP_NAME } from '../../shared/names.ts'
import { homePaths } from '../daemon/paths.ts'
import { inFile } from './connect.ts'
import { editConfig, isTable, readConfig } from './formats/format.ts'
import { json } from './formats/json.ts'
import { leftBehind, readServer } from './server-entry.ts'
import type { ImportedServer } from './server-entry.ts'
import type { ServerSource } from './server-sources.ts'
import { assertWritable, openSettings, writeSettings } from './settings-file.ts'
import type { SettingsFile } from './settings-file.ts'

/** One server of a source: what would be imported, or why it cannot be. */
export interface Candidate {
  readonly source: ServerSource
  readonly name: string
  readonly server: ImportedServer | null
  readonly refused: string | null
  /** Fields that only its client understands. */
  readonly left: readonly string[]
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
      const left = leftBehind(entry)
      if (typeof read === 'string') return { source, name, server: null, refused: read, left }
      const named = upstreamName.safeParse(name).success
      const refused = named ? null : 'a name here is letters, digits, - and _, at most 40'
      return { source, name, server: read, refused, left }
    })
}

/** Servers by the names that they get here. */
export type NamedServers = ReadonlyMap<string, ImportedServer>

/** A change to our configuration that was not made yet. */
export interface PlannedImport {
  readonly file: SettingsFile
  readonly before: string
  /** Its text afterwards; equal to `before` where all of them are there already. */
  readonly after: string
}

/**
 * What adding servers to `mcpServers` of our configuration would make of it; comments stay. Nothing is written.
 * @throws SpillwayError `conflict` where another server has one of the names
 */
export async function planImport(home: string, servers: NamedServers): Promise<PlannedImport> {
  const file = await openSettings(homePaths(home).config)
  return await inFile(file, () => {
    const before = file.text ?? '{}\n'
    // The last one first, because each goes to the front.
    const after = [...servers].reduceRight((text, [name, server]) => withServer(text, name, server), before)
    const checked = configSchema.safeParse(json.parse(after))
    if (checked.error) {
      const { path, message } = configFault(checked.error)
      throw new SpillwayError('invalid_input', `${path}: ${message}`)
    }
    return { file, before, after }
  })
}

function withServer(text: string, name: string, server: ImportedServer): string {
  const path = ['mcpServers', name]
  const known = readConfig(json, text, path)
  if (JSON.stringify(known) === JSON.stringify(server)) return text
  if (known === undefined) return editConfig(json, text, path, server)
  throw new SpillwayError('conflict', `it has another server called ${name}.`, 'Rename one of them first.')
}

/** Makes the planned change; the daemon takes it by itself. @throws SpillwayError `conflict` where the file was changed meanwhile */
export async function carryOutImport({ file, before, after }: PlannedImport): Promise<void> {
  if (before !== after) await writeSettings(file, after)
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
