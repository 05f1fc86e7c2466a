// Plain JavaScript of long ago: `npm` puts the project's Node first on the PATH, but `node scripts/start.mjs` may be
// run by an older one, which cannot load the rest.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a TypeScript program of this folder under a Node that can, with this process's arguments. */
export async function runScript(name) {
  const program = join(root, 'scripts', name)
  if (!existsSync(join(root, 'node_modules'))) fail('the dependencies are missing. Run npm ci first.')
  else if (process.features.typescript) await import(pathToFileURL(program).href)
  else runWithOwnNode(program)
}

function runWithOwnNode(program) {
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(node))
    return fail(`this is Node ${process.versions.node}, which is too old. Install Node 24.`)
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to both; others send their signal to this process only.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${node} does not start: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}

function fail(message) {
  console.error(`spillway: ${message}`)
  process.exitCode = 1
}
