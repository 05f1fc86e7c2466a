import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import type { Importable } from '../../shared/contract/import-servers.ts'
import { upstreamName } from '../../shared/config.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { hashOf } from '../client/replace-file.ts'
import { homePaths } from '../daemon/paths.ts'
import type { ConnectableOptions } from './connectable.ts'
import { describeServer, maskServer } from './describe-server.ts'
import { diffLines } from './diff.ts'
import { isTable, readConfig } from './formats/format.ts'
import { json } from './formats/json.ts'
import { carryOutImport, listCandidates, planImport } from './import.ts'
import type { Candidate, PlannedImport } from './import.ts'
import type { ImportedServer } from './server-entry.ts'
import { clientsWithServers, projectSources, sourcesOf } from './server-sources.ts'
import { openSettings } from './settings-file.ts'

type Options = Pick<ConnectableOptions, 'home' | 'place'>
type Listed = OperationOutput<'listImportable'>
type Wanted = OperationArgs<'planImport'>

const MAX_NAME = 40

/** The servers that are to be had, each with all that it would run. Nothing is written. */
export async function findImportable(options: Options, project: string | undefined): Promise<Listed> {
  const { found, faults } = await findAll(options, project)
  return { items: found.map(({ item }) => item), faults }
}

/** What taking those servers over would make of the configuration. @throws SpillwayError `not_found`, `conflict` */
export async function showImport(options: Options, wanted: Wanted): Promise<OperationOutput<'planImport'>> {
  const chosen = await choose(options, wanted)
  const planned = await planImport(options.home, serversOf(chosen))
  const masked = new Map([...serversOf(chosen)].map(([name, server]) => [name, maskServer(server)]))
  const shown = await planImport(options.home, masked)
  return { file: planned.file.path, change: diffLines(shown.before, shown.after), plan: hashOfPlan(planned) }
}

/** Makes the change, if it is still the one that was shown. @throws SpillwayError `not_found`, `conflict` */
export async function importShown(
  options: Options,
  { plan, ...wanted }: OperationArgs<'importServers'>,
): Promise<OperationOutput<'importServers'>> {
  const chosen = await choose(options, wanted)
  const planned = await planImport(options.home, serversOf(chosen))
  if (hashOfPlan(planned) !== plan)
    throw new SpillwayError(
      'conflict',
      `${planned.file.path} or one of the servers was changed meanwhile.`,
      'Look at the change again.',
    )
  await carryOutImport(planned)
  return { file: planned.file.path, names: chosen.map(({ item }) => item.as) }
}

interface Found {
  readonly item: Importable
  readonly server: ImportedServer | null
}

async function choose(options: Options, { servers, project }: Wanted): Promise<Found[]> {
  const { found } = await findAll(options, project)
  const wanted = new Set(servers)
  const chosen = found.filter(({ item }) => wanted.has(item.id) && item.state === 'open')
  if (chosen.length < wanted.size)
    throw new SpillwayError('not_found', 'One of these servers is not to be had any more.', 'Look again.')
  return chosen
}

const serversOf = (chosen: readonly Found[]): Map<string, ImportedServer> =>
  new Map(chosen.flatMap(({ item, server }) => (server === null ? [] : [[item.as, server]])))

async function findAll(
  { home, place }: Options,
  project: string | undefined,
): Promise<{ found: Found[]; faults: Listed['faults'] }> {
  const faults: Listed['faults'] = []
  const candidates: Candidate[] = []
  /** A client's broken file does not hide the servers of the others. */
  const add = async (source: string, file: string, list: () => Promise<Candidate[]>) => {
    try {
      candidates.push(...(await list()))
    } catch (error) {
      if (!(error instanceof SpillwayError)) throw error
      faults.push({ source, file, reason: error.message })
    }
  }
  for (const client of clientsWithServers(place))
    await add(client.title, client.file(place), async () => {
      const sources = await sourcesOf(client, place, project ?? null)
      return (await Promise.all(sources.map(listCandidates))).flat()
    })
  for (const source of project === undefined ? [] : projectSources(project))
    await add(source.title, source.file, () => listCandidates(source))
  return { found: named(candidates, await configured(home)), faults }
}

async function configured(home: string): Promise<Record<string, unknown>> {
  const { text } = await openSettings(homePaths(home).config)
  const servers = readConfig(json, text ?? '{}', ['mcpServers'])
  return isTable(servers) ? servers : {}
}

/** Each with a name of its own here; the same server in the files of several clients has one. */
function named(candidates: readonly Candidate[], known: Readonly<Record<string, unknown>>): Found[] {
  const taken = new Map(Object.entries(known).map(([name, server]) => [name, JSON.stringify(server)]))
  const here = new Set(taken.values())
  return candidates.map(({ source, name, server, refused, left }) => {
    const text = JSON.stringify(server)
    const same = server === null ? undefined : [...taken].find(([, other]) => other === text)?.[0]
    const as = same ?? freeName(name, taken)
    const state = server === null ? 'refused' : here.has(text) ? 'there' : 'open'
    if (state === 'open') taken.set(as, text)
    const { title, file, hostile, path } = source
    return {
      server,
      item: {
        id: hashOf(`${file}\0${path.join('\0')}\0${name}`).slice(0, 24),
        name,
        as,
        source: title,
        file,
        hostile,
        state,
        reason: server === null ? refused : null,
        lines: server === null ? [] : describeServer(server),
        left: [...left],
      },
    }
  })
}

/** The name itself where it may be one here and is nobody's yet, else the nearest to it that is. */
function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, MAX_NAME)
  const base = upstreamName.safeParse(plain).success ? plain : 'server'
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) {
    const other = `${base.slice(0, MAX_NAME - 4)}-${number}`
    if (!taken.has(other)) return other
  }
}

const hashOfPlan = ({ before, after }: PlannedImport): string => hashOf(`${before}\0${after}`)
