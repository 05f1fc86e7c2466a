import { config as configSchema } from '../../shared/config.ts'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import type { ApiClient } from '../client/api.ts'
import type { DaemonAddress } from '../client/discover.ts'
import { cliProgram } from '../client/program.ts'
import { CLIENT_IDS } from '../clients/client-ids.ts'
import { carryOutConnect, planConnect } from '../clients/connect.ts'
import type { ConnectOptions, PlannedConnection } from '../clients/connect.ts'
import { listConnections } from '../clients/connection.ts'
import { diffLines } from '../clients/diff.ts'
import { KNOWN_CLIENTS, isHere } from '../clients/known-clients.ts'
import type { KnownClient } from '../clients/known-clients.ts'
import { thisPlace } from '../clients/place.ts'
import { undoConnect } from '../clients/undo.ts'
import { openAsker } from './ask.ts'
import type { Asker } from './ask.ts'
import { connect } from './command.ts'
import type { CommonOptions } from './command.ts'
import { printJson, printLine, printNote, visible } from './print.ts'
import { ReportedFailure } from './reported.ts'

export interface ConnectCommandOptions extends CommonOptions {
  readonly dryRun?: boolean
  readonly undo?: boolean
  readonly http?: boolean
  readonly yes?: boolean
}

/** What became of one client. */
interface Outcome {
  readonly client: string
  readonly did:
    | 'connected'
    | 'unchanged'
    | 'would connect'
    | 'skipped'
    | 'restored'
    | 'removed'
    | 'not connected'
  readonly file?: string
  readonly error?: string
}

const TOKEN = /spw_[A-Za-z0-9_-]{20,}/g

/** Connects or disconnects clients, one after the other, and says what became of each. */
export async function connectClients(
  names: readonly string[],
  options: ConnectCommandOptions,
): Promise<void> {
  const chosen = names.map(clientOf)
  const { home, daemon, api } = await connect(options)
  const place = thisPlace()
  using asker = openAsker()
  const outcomes: Outcome[] = []
  if (options.undo) {
    const connected = new Set(await listConnections(home))
    const clients = chosen.length > 0 ? chosen : KNOWN_CLIENTS.filter(({ id }) => connected.has(id))
    for (const client of clients)
      outcomes.push(
        await attempt(client, async () => ({
          client: client.id,
          did: await undoConnect(client, home, api),
        })),
      )
  } else {
    const bridge = { command: process.execPath, args: [cliProgram()] }
    const parts: ConnectOptions = { home, place, daemon, api, bridge, http: options.http ?? false }
    const clients = chosen.length > 0 ? chosen : KNOWN_CLIENTS.filter((client) => isHere(client, place))
    // Whoever names a client has been asked enough.
    const sure = options.yes === true || chosen.length > 0
    for (const client of clients)
      outcomes.push(await attempt(client, () => connectOne(client, parts, options, sure ? null : asker)))
  }
  const madeHttp = options.http === true && outcomes.some(({ did }) => did === 'connected')
  if (madeHttp && !(await hasLastingPort(daemon, api)))
    printNote(
      `These clients look for Spillway at ${daemon.url}, where it runs today. Set server.port in config.json, ` +
        'start it anew and connect them again, so that they find it tomorrow.',
    )
  report(outcomes, options)
}

/** Whether the daemon is where its configuration says: else another one is somewhere else. */
async function hasLastingPort({ url }: DaemonAddress, api: ApiClient): Promise<boolean> {
  const { server } = configSchema.parse((await api.getConfig({})).config)
  return Number(new URL(url).port) === server.port
}

function clientOf(name: string): KnownClient {
  const client = KNOWN_CLIENTS.find(({ id }) => id === name)
  if (client) return client
  throw new SpillwayError(
    'invalid_input',
    `There is no client ${name} here.`,
    `Known are ${CLIENT_IDS.join(', ')}.`,
  )
}

async function connectOne(
  client: KnownClient,
  parts: ConnectOptions,
  options: ConnectCommandOptions,
  asker: Asker | null,
): Promise<Outcome> {
  const planned = await planConnect(client, parts)
  const file = planned.file.path
  if (!planned.changes) return { client: client.id, did: 'unchanged', file }
  if (!options.json) show(planned)
  if (options.dryRun) return { client: client.id, did: 'would connect', file }
  if (asker && !(await asker.confirm(`Connect ${client.title}?`)))
    return { client: client.id, did: 'skipped', file }
  await carryOutConnect(planned, parts)
  return { client: client.id, did: 'connected', file }
}

function show({ client, file, after }: PlannedConnection): void {
  const change = diffLines(file.text ?? '', after).replaceAll(TOKEN, 'spw_…')
  printLine(`${client.title}: ${file.path}${file.text === null ? ' (new)' : ''}\n${visible(change)}\n`)
}

/** One client whose file is in the way does not keep the others from theirs. */
async function attempt(client: KnownClient, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    const { message, hint } = toErrorBody(error).error
    return { client: client.id, did: 'skipped', error: hint === undefined ? message : `${message} ${hint}` }
  }
}

function report(outcomes: readonly Outcome[], { json }: ConnectCommandOptions): void {
  if (json) printJson({ clients: outcomes })
  else {
    for (const { client, did, error } of outcomes)
      if (error === undefined) printLine(`${client}: ${did}`)
      else printNote(`spillway: ${client}: ${error}`)
    if (outcomes.length === 0) printNote('No client was found. Name one to make its file.')
    if (outcomes.some(({ did }) => did === 'connected'))
      printLine('Restart the clients that run. Undo with: spillway connect --undo')
  }
  if (outcomes.some(({ error }) => error !== undefined)) throw new ReportedFailure()
}
