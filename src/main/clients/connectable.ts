import type { OperationOutput } from '../../shared/contract.ts'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { apiClient } from '../client/api.ts'
import type { DaemonAddress } from '../client/discover.ts'
import { cliProgram } from '../client/program.ts'
import { hashOf } from '../client/replace-file.ts'
import { carryOutConnect, planConnect } from './connect.ts'
import type { ConnectOptions, PlannedConnection } from './connect.ts'
import { diffLines } from './diff.ts'
import { KNOWN_CLIENTS, isHere } from './known-clients.ts'
import type { KnownClient } from './known-clients.ts'
import type { Place } from './place.ts'

type Connectable = OperationOutput<'listConnectable'>['items'][number]

export interface ConnectableOptions {
  readonly home: string
  readonly place: Place
  readonly daemon: DaemonAddress
}

const TOKEN = /spw_[A-Za-z0-9_-]{20,}/g

/** The clients that are on this machine, each with the exact change that connecting it would make. Nothing is written. */
export async function findConnectable(options: ConnectableOptions): Promise<Connectable[]> {
  const here = KNOWN_CLIENTS.filter((client) => isHere(client, options.place))
  return await Promise.all(here.map((client) => describe(client, options)))
}

/**
 * Connects a client, if the change is still the one that was shown.
 * @throws SpillwayError `not_found`, `conflict`; as `planConnect` does
 */
export async function connectShown(id: string, shown: string, options: ConnectableOptions): Promise<string> {
  const client = KNOWN_CLIENTS.find((one) => one.id === id)
  if (!client) throw new SpillwayError('not_found', `There is no client ${id} here.`)
  const parts = partsOf(client, options)
  const planned = await planConnect(client, parts)
  if (hashOfPlan(planned) !== shown)
    throw new SpillwayError(
      'conflict',
      `${planned.file.path} was changed meanwhile.`,
      'Look at the change again.',
    )
  await carryOutConnect(planned, parts)
  return planned.file.path
}

async function describe(client: KnownClient, options: ConnectableOptions): Promise<Connectable> {
  const said = { client: client.id, title: client.title, file: client.file(options.place) }
  try {
    const planned = await planConnect(client, partsOf(client, options))
    if (!planned.changes) return { ...said, state: 'connected', change: '', plan: null, reason: null }
    const change = diffLines(planned.file.text ?? '', planned.after).replaceAll(TOKEN, 'spw_…')
    return { ...said, state: 'open', change, plan: hashOfPlan(planned), reason: null }
  } catch (error) {
    // A client whose file is in the way does not hide the others.
    if (!(error instanceof SpillwayError)) throw error
    const { message, hint } = toErrorBody(error).error
    return {
      ...said,
      state: 'refused',
      change: '',
      plan: null,
      reason: [message, hint].filter(Boolean).join(' '),
    }
  }
}

/** @throws SpillwayError `unsupported` where this daemon's program is nothing that the client could start */
function partsOf(client: KnownClient, { home, place, daemon }: ConnectableOptions): ConnectOptions {
  // Inside the desktop app the program is the app itself.
  const http = process.versions['electron'] !== undefined
  if (http && !client.http)
    throw new SpillwayError(
      'unsupported',
      `${client.title} starts servers and reaches none over HTTP.`,
      `Run spillway connect ${client.id} in a terminal.`,
    )
  const bridge = { command: process.execPath, args: [cliProgram()] }
  return { home, place, daemon, api: apiClient(daemon), bridge, http }
}

const hashOfPlan = ({ file, after }: PlannedConnection): string => hashOf(`${file.text ?? ''}\0${after}`)
