import type { Event } from '../../../shared/event.ts'
import { upstreamStatus } from '../../../shared/contract/gateway.ts'
import { formatBytes } from '../../../shared/bytes.ts'
import type { ShownPlace } from '../../../shared/preload.ts'
import type { TrayFigures } from './figures.ts'

/** Something that a person should hear of once, and where in the window it can be looked at. */
export interface Incident {
  readonly title: string
  readonly body: string
  readonly place: ShownPlace
}

/** Retention works between 90 and 100 % of the cap for ever; only below this has the store really been emptied. */
const NEAR = 0.9
const FAR = 0.8

/** Tells each incident once: again only when it was over in between. */
export class Incidents {
  readonly #down = new Set<string>()
  #full = false

  /** A server that failed. One that is being restarted again and again is one incident until it answers. */
  ofEvent(event: Event): Incident | null {
    if (event.type !== 'upstream.state') return null
    const status = upstreamStatus.safeParse(event.data)
    if (!status.success) return null
    const { name, state, error } = status.data
    if (state === 'ready' || state === 'disabled') this.#down.delete(name)
    if (state !== 'failed' || this.#down.has(name)) return null
    this.#down.add(name)
    return {
      title: `${name} is down`,
      body: error ?? 'The server does not answer.',
      place: { view: 'gateway', open: name },
    }
  }

  /** A cache that is nearly full: from there on, what was used longest ago goes to make room. */
  ofFigures({ bytesStored, maxBytes }: TrayFigures): Incident | null {
    const share = bytesStored / maxBytes
    if (share < FAR) this.#full = false
    if (share < NEAR || this.#full) return null
    this.#full = true
    return {
      title: 'The cache is nearly full',
      body: `${formatBytes(bytesStored)} of ${formatBytes(maxBytes)}. What was used longest ago is removed next; pins stay.`,
      place: { view: 'entries', open: null },
    }
  }
}
