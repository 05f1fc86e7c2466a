import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** What users start: the built command line. From the sources every thread would hold a compiler besides, tens of megabytes each. */
const PROGRAM = join(ROOT, 'bin/spillway.mjs')

/** Builds what the benchmarks measure. What it prints goes to standard error. */
export async function build(): Promise<void> {
  const electronVite = createRequire(import.meta.url).resolve('electron-vite/package.json')
  const child = spawn(process.execPath, [join(dirname(electronVite), 'bin/electron-vite.js'), 'build'], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr, process.stderr],
  })
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error('npm run build failed')
}

/** @throws where nothing has been built yet */
export function builtProgram(): string {
  if (!existsSync(join(ROOT, 'out/main/cli.js')))
    throw new Error('Nothing is built: run this by `npm run bench -- NAME`, or `npm run build` first.')
  return PROGRAM
}
