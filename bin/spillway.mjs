#!/usr/bin/env node
// Plain JavaScript of long ago: it must run under any Node to say that this one is too old.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const NEEDED = [22, 15]
const root = dirname(dirname(fileURLToPath(import.meta.url)))

const program = findProgram()
if (program === null)
  fail('nothing to run: neither out/main/cli.js nor src/main/cli.ts is there. Run npm run build.')
else if (canRun(program)) await import(pathToFileURL(program).href)
else runWithOwnNode(program)

/** The build, else the sources of a checkout. */
function findProgram() {
  const candidates = [join(root, 'out', 'main', 'cli.js'), join(root, 'src', 'main', 'cli.ts')]
  return candidates.find((path) => existsSync(path)) ?? null
}

function canRun(path) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const recent = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
  return recent && (path.endsWith('.js') || Boolean(process.features.typescript))
}

/** A checkout has a Node of its own, the `node` package. */
function runWithOwnNode(path) {
  const node = ownNode()
  if (node === null) {
    const needed = `it needs Node ${NEEDED.join('.')} or newer`
    return fail(`this is Node ${process.versions.node}; ${needed}. Install Node 24 and try again.`)
  }
  const child = spawn(node, [path, ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to both; others send their signal to this process only.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${node} does not start: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}

function ownNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

function fail(message) {
  process.stderr.write(`spillway: ${message}\n`)
  process.exitCode = 1
}
