import { SpillwayError } from '../../shared/errors.ts'
import { describeServer, staysBehind } from '../clients/describe-server.ts'
import { carryOutImport, listCandidates, planImport, removeFromSource } from '../clients/import.ts'
import type { Candidate } from '../clients/import.ts'
import { thisPlace } from '../clients/place.ts'
import { findSources, namedSources } from '../clients/server-sources.ts'
import type { ServerSource } from '../clients/server-sources.ts'
import { homeFolder } from '../daemon/paths.ts'
import { openAsker } from './ask.ts'
import type { Asker } from './ask.ts'
import type { CommonOptions } from './command.ts'
import { printJson, printLine, printNote, visible } from './print.ts'
import { ReportedFailure } from './reported.ts'

export interface ImportOptions extends CommonOptions {
  readonly from?: string
  readonly move?: boolean
  readonly yes?: boolean
}

interface Outcome {
  readonly name: string
  readonly from: string
  readonly did: 'copied' | 'moved' | 'skipped' | 'refused' | 'failed'
  readonly why?: string
}

/** Imports servers one after the other, each after a look and a question. */
export async function importServers(options: ImportOptions): Promise<void> {
  const home = homeFolder(options.home)
  const place = thisPlace()
  const cwd = process.cwd()
  const sources = options.from ? await namedSources(options.from, place, cwd) : await findSources(place, cwd)
  using asker = openAsker()
  const outcomes: Outcome[] = []
  for (const source of sources)
    for (const candidate of await candidatesOf(source, outcomes))
      outcomes.push(await importOne(candidate, home, options, asker))
  report(outcomes, options)
}

/** A client's broken file is told like a server that failed, so that it does not keep the others back. */
async function candidatesOf(source: ServerSource, outcomes: Outcome[]): Promise<Candidate[]> {
  try {
    return await listCandidates(source)
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    outcomes.push({ name: source.file, from: source.title, did: 'failed', why: error.message })
    return []
  }
}

async function importOne(
  candidate: Candidate,
  home: string,
  options: ImportOptions,
  asker: Asker,
): Promise<Outcome> {
  const { source, name, server, refused, left } = candidate
  const told = { name, from: source.title }
  if (server === null || refused !== null) return { ...told, did: 'refused', why: refused ?? '' }
  printNote(visible(`\n${name}, from ${source.title} (${source.file})`))
  for (const line of describeServer(server)) printNote(visible(`  ${line}`))
  const stays = staysBehind(left)
  if (stays !== null) printNote(visible(`  ${stays}`))
  if (source.hostile) printNote('  It came with this project: import it only if you trust whoever wrote it.')
  if (!(options.yes && !source.hostile) && !(await asker.confirm(`Import ${visible(name)}?`)))
    return { ...told, did: 'skipped' }
  try {
    await carryOutImport(await planImport(home, new Map([[name, server]])))
    if (!options.move) return { ...told, did: 'copied' }
    const backup = await removeFromSource(home, candidate)
    return { ...told, did: 'moved', why: `the old file is ${backup}` }
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    return { ...told, did: 'failed', why: `${error.message} ${error.hint ?? ''}`.trim() }
  }
}

function report(outcomes: readonly Outcome[], { json }: ImportOptions): void {
  if (json) printJson({ servers: outcomes })
  else if (outcomes.length === 0) printNote('No servers were found.')
  else
    for (const { name, did, why } of outcomes)
      printLine(visible(`${name}: ${did}${why === undefined ? '' : `, ${why}`}`))
  if (outcomes.some(({ did }) => did === 'failed')) throw new ReportedFailure()
}
