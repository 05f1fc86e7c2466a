import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const SOURCES = ['src', 'electron.vite.config.ts', 'package-lock.json']
/** Of each of the three builds the file that it cannot lack. */
const RESULTS = ['out/main/index.js', 'out/main/cli.js', 'out/preload/index.cjs', 'out/renderer/index.html']

/** Builds `out/` where it is missing or older than what it is made from. Throws with the builder's words. */
export function buildIfOlder(): void {
  const built = Math.min(...RESULTS.map(modified))
  if (built > Math.max(...SOURCES.map(newest))) return
  console.log('Building Spillway…')
  const builder = join(ROOT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const run = spawnSync(process.execPath, [builder, 'build'], { cwd: ROOT, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`The build failed.\n${run.stdout}${run.stderr}`)
}

function modified(path: string): number {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** The newest time under `path`; folders count too, for theirs changes with a removal. */
function newest(path: string): number {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0
  const inside = readdirSync(join(ROOT, path), { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? newest(join(path, entry.name)) : modified(join(path, entry.name)),
  )
  return Math.max(stat.mtimeMs, ...inside)
}
