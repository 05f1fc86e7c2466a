import type { ConnectableOptions } from '../clients/connectable.ts'
import type { ConnectControl } from '../operations/services.ts'

/** Connects clients to this daemon. The parsers of their files are loaded once somebody asks. */
export function connectionsOf(options: () => ConnectableOptions): ConnectControl {
  const load = () => import('../clients/connectable.ts')
  return {
    list: async () => (await load()).findConnectable(options()),
    connect: async (client, plan) => (await load()).connectShown(client, plan, options()),
  }
}
