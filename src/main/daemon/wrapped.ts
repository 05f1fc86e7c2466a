import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { stdioUpstream, upstreamName } from '../../shared/config.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { Gateway } from '../gateway/gateway.ts'
import type { Log } from '../gateway/log.ts'
import { serveBridge } from '../mcp/bridge.ts'
import type { OpenServers } from '../mcp/listeners.ts'
import { ParkedCalls } from '../mcp/parked-calls.ts'
import type { Caller, Services } from '../operations/services.ts'
import { VERSION } from './version.ts'

/** The first line of a wrapping bridge: what to start for it. In the stream, because it may hold secrets and be long. */
export const wrapOrder = z.object({ name: upstreamName, server: stdioUpstream })
export type WrapOrder = z.input<typeof wrapOrder>

const MAX_ORDER_BYTES = 1_048_576
const ORDER_TIMEOUT_MS = 10_000

/** Servers that live as long as the bridge they were started for, each behind a gateway that nobody else sees. */
export class WrappedServers {
  readonly #services: Services
  readonly #open: OpenServers
  readonly #log: Log
  readonly #gateways = new Set<Gateway>()

  constructor(services: Services, open: OpenServers, log: Log) {
    this.#services = services
    this.#open = open
    this.#log = log
  }

  /** Reads from the socket what to wrap, then serves it there under its own tool names. */
  async serve(socket: Duplex, caller: Caller): Promise<void> {
    const { name, server } = await readOrder(socket)
    const log = this.#log
    const gateway = new Gateway({
      log,
      version: VERSION,
      onState: ({ state, error }) => log.info({ upstream: name, state, error }, 'wrapped server'),
      onListChanged: (_server, list) => this.#open.listChanged(list),
    })
    this.#gateways.add(gateway)
    socket.once('close', () => {
      this.#gateways.delete(gateway)
      gateway
        .close()
        .catch((error: unknown) => log.warn({ upstream: name, reason: String(error) }, 'it was not closed'))
    })
    await gateway.configure({ [name]: server })
    if (!socket.destroyed)
      serveBridge(
        { services: this.#services, gateway, parked: new ParkedCalls() },
        this.#open,
        socket,
        caller,
        {
          only: name,
          folder: null,
        },
      )
  }

  async close(): Promise<void> {
    await Promise.all([...this.#gateways].map((gateway) => gateway.close()))
  }
}

async function readOrder(socket: Duplex): Promise<z.output<typeof wrapOrder>> {
  const parts: Buffer[] = []
  let size = 0
  const tooLate = setTimeout(() => socket.destroy(), ORDER_TIMEOUT_MS)
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const end = chunk.indexOf('\n')
    parts.push(end < 0 ? chunk : chunk.subarray(0, end))
    size += chunk.length
    if (end >= 0) {
      clearTimeout(tooLate)
      socket.unshift(chunk.subarray(end + 1))
      return wrapOrder.parse(JSON.parse(Buffer.concat(parts).toString()))
    }
    if (size > MAX_ORDER_BYTES) break
  }
  throw new SpillwayError('invalid_input', 'A bridge did not say what to wrap.')
}
