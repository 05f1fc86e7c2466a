import zlib from 'node:zlib'

const NEEDED_NODE = [22, 15] as const
const NEEDED_NODE_API = 10

/**
 * Why this runtime cannot load the store, as a sentence with its remedy; null where it can.
 * Asked before the native module is loaded: better-sqlite3 13 does not refuse an older Node, it crashes it.
 */
export function runtimeFault(versions: NodeJS.ProcessVersions = process.versions): string | null {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number)
  const name = versions['electron']
    ? `Electron ${versions['electron']} (Node ${versions.node})`
    : `Node ${versions.node}`
  if (major < NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor < NEEDED_NODE[1]))
    return `${name} is too old for Spillway's store: it needs Node ${NEEDED_NODE.join('.')} or newer.`
  if (Number(versions['napi']) < NEEDED_NODE_API)
    return `${name} offers Node-API ${versions['napi']}; Spillway's store needs Node-API ${NEEDED_NODE_API}.`
  if (typeof zlib.zstdCompressSync !== 'function')
    return `${name} was built without zstd, which Spillway's store needs.`
  return null
}
