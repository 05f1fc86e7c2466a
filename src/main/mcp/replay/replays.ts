import { randomBytes } from 'node:crypto'
import type { OperationArgs } from '../../../shared/contract.ts'
import type { ServedReplay, ReplayReport } from '../../../shared/contract/replay-server.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { type Caller, isAdmin, type ReplayControl } from '../../operations/services.ts'
import type { McpParts } from '../connection.ts'
import { ReplayEndpoint } from './endpoint.ts'
import { recordingOf } from './recording.ts'
import { Replay } from './replay.ts'

/** Recordings that are served at the same time; each holds the list of its calls in memory. */
const MOST = 32
const ID_BYTES = 6

/** The recordings that this daemon serves. They end with it: a replay is a tool of the hour, and its report is asked for. */
export class Replays implements ReplayControl {
  readonly #live: () => McpParts
  readonly #endpoints = new Map<string, ReplayEndpoint>()

  constructor(live: () => McpParts) {
    this.#live = live
  }

  async start(
    caller: Caller,
    { raw, passthrough, ...source }: OperationArgs<'startReplay'>,
  ): Promise<ReplayReport> {
    if (this.#endpoints.size >= MOST)
      throw new SpillwayError('conflict', `${MOST} replays are served already.`, 'Stop one of them first.')
    const live = this.#live()
    const { services } = live
    const recording = await recordingOf(services, caller, source)
    const id = `r_${randomBytes(ID_BYTES).toString('hex')}`
    const url = `${services.url()}/mcp/replay/${id}`
    const replay = new Replay({ id, recording, owner: caller, raw, passthrough, url, now: services.now })
    this.#endpoints.set(id, new ReplayEndpoint(replay, live))
    this.#tell(replay, 'started')
    return replay.report
  }

  list(caller: Caller): ServedReplay[] {
    return [...this.#endpoints.values()]
      .filter(({ replay }) => mayUse(caller, replay))
      .map(({ replay }) => replay.state)
  }

  report(caller: Caller, id: string): ReplayReport {
    return this.endpoint(caller, id).replay.report
  }

  async stop(caller: Caller, id: string): Promise<ReplayReport> {
    const endpoint = this.endpoint(caller, id)
    this.#endpoints.delete(id)
    await endpoint.close()
    this.#tell(endpoint.replay, 'stopped')
    return endpoint.replay.report
  }

  /** @throws SpillwayError `not_found`, for another client's too */
  endpoint(caller: Pick<Caller, 'client'>, id: string): ReplayEndpoint {
    const endpoint = this.#endpoints.get(id)
    if (endpoint && mayUse(caller, endpoint.replay)) return endpoint
    throw new SpillwayError('not_found', `There is no replay ${id}.`, 'Start one with `spillway replay`.')
  }

  /** Whose endpoint a replay's own token opens. */
  withToken(id: string, isToken: (token: string) => boolean): ReplayEndpoint | null {
    const endpoint = this.#endpoints.get(id)
    return endpoint && isToken(endpoint.replay.token) ? endpoint : null
  }

  async close(): Promise<void> {
    await Promise.all([...this.#endpoints.values()].map((endpoint) => endpoint.close()))
  }

  #tell({ options: { id, owner, recording } }: Replay, state: 'started' | 'stopped'): void {
    const { services } = this.#live()
    const data = { id, state, title: recording.title }
    services.store.write
      .appendEvent({ at: services.now(), type: 'replay.changed', client: owner.client, data })
      .catch((error: unknown) =>
        services.log.warn({ replay: id, reason: String(error) }, 'an event could not be written'),
      )
  }
}

const mayUse = (caller: Pick<Caller, 'client'>, { options }: Replay) =>
  caller.client === options.owner.client || isAdmin(caller)
