import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** What `daemon.json` says; whoever reads it asks the daemon for proof before sending it a token. */
export interface Discovery {
  readonly pid: number
  readonly url: string
  readonly startedAt: string
  readonly version: string
}

/** Written beside and moved into place, so that a reader never sees half of it. */
export function announce(file: string, discovery: Discovery): void {
  const fresh = `${file}.${discovery.pid}`
  writeFileSync(fresh, `${JSON.stringify(discovery)}\n`, { mode: 0o600 })
  renameSync(fresh, file)
}

export function withdraw(file: string): void {
  rmSync(file, { force: true })
}
