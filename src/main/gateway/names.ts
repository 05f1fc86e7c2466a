import { createHash } from 'node:crypto'

/** Clients put a prefix of their own before a tool's name, and models take 64 characters at most. */
export const MAX_PUBLIC_NAME = 48
const SEPARATOR = '__'
const HASH_DIGITS = 8

export interface ToolAddress {
  readonly server: string
  /** The tool's name as its own server knows it. */
  readonly tool: string
}

/**
 * `server__tool`, the same on every machine and in every order of configuration. A longer name keeps its
 * beginning and gets a hash of the whole.
 */
export function publicName({ server, tool }: ToolAddress): string {
  const name = `${server}${SEPARATOR}${tool}`
  return Array.from(name).length <= MAX_PUBLIC_NAME ? name : shortened(server, tool)
}

function shortened(server: string, tool: string): string {
  // The parts are hashed with a byte between them that neither can contain, so that a__b + c is not a + b__c.
  const hash = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, HASH_DIGITS)
  const characters = Array.from(`${server}${SEPARATOR}${tool}`)
  const kept = characters.slice(0, MAX_PUBLIC_NAME - HASH_DIGITS - 1).join('')
  return `${kept}_${hash}`
}

/** Public names and back, for one set of tools. */
export class NameTable {
  readonly #addresses = new Map<string, ToolAddress>()
  readonly #names = new Map<string, string>()

  /** Where two tools want one name, the server that sorts first keeps it and the other's gets its hash. */
  constructor(addresses: readonly ToolAddress[]) {
    const sorted = addresses.toSorted((a, b) => compare(a.server, b.server) || compare(a.tool, b.tool))
    for (const address of sorted) {
      // A server that lists a tool twice still has one tool of that name.
      if (this.#names.has(keyOf(address))) continue
      const wanted = publicName(address)
      const name = this.#addresses.has(wanted) ? shortened(address.server, address.tool) : wanted
      this.#addresses.set(name, address)
      this.#names.set(keyOf(address), name)
    }
  }

  /** The public name of a tool of this table; for another the one it would get alone. */
  nameOf(address: ToolAddress): string {
    return this.#names.get(keyOf(address)) ?? publicName(address)
  }

  find(name: string): ToolAddress | null {
    return this.#addresses.get(name) ?? null
  }
}

/**
 * Reads a name by its form, for a tool that was not listed: a client may remember names longer than we. Of the servers that fit, the
 * one with the longest name is meant.
 */
export function parsePublicName(name: string, servers: readonly string[]): ToolAddress | null {
  const fitting = servers.filter((server) => name.startsWith(`${server}${SEPARATOR}`))
  const [server] = fitting.toSorted((a, b) => b.length - a.length)
  return server === undefined ? null : { server, tool: name.slice(server.length + SEPARATOR.length) }
}

const keyOf = ({ server, tool }: ToolAddress) => `${server}\0${tool}`
/** By code units: a locale would order differently on another machine. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
