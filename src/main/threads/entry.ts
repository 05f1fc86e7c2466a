/**
 * The file of a program that runs in a thread or process of its own. In the sources it lies at `source`, beside whoever
 * asks; in a build every program is flat in one folder (see `programs` in electron.vite.config.ts) under `built`.
 */
export function programEntry(asker: string, source: string, built: string): URL {
  return new URL(asker.endsWith('.ts') ? source : `./${built}`, asker)
}
