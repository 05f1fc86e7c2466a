import type { ConnectableOptions } from '../clients/connectable.ts'
import type { ConnectControl } from '../operations/services.ts'

/** Connects clients to this daemon, and takes their servers over. The parsers of their files are loaded once somebody asks. */
export function connectionsOf(options: () => ConnectableOptions): ConnectControl {
  const load = () => import('../clients/connectable.ts')
  const loadImport = () => import('../clients/importable.ts')
  return {
    list: async () => (await load()).findConnectable(options()),
    connect: async (client, plan) => (await load()).connectShown(client, plan, options()),
    importable: async (project) => (await loadImport()).findImportable(options(), project),
    planImport: async (wanted) => (await loadImport()).showImport(options(), wanted),
    importServers: async (wanted) => (await loadImport()).importShown(options(), wanted),
  }
}
