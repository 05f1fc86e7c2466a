import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { homeFolder } from '../../src/main/daemon/paths.ts'
import { DaemonSupervisor } from '../../src/main/electron/daemon/supervisor.ts'
import { ROOT, buildIfOlder } from '../build.ts'
import { launchNode } from '../node-daemon.ts'
import { openBrowser, openWindow, playDemo } from './programs.ts'
import { obtainElectron } from './electron.ts'

const { values: options } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    home: { type: 'string' },
    // `--no-build` starts what is built, even if it is older than the sources.
    build: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const home = homeFolder(options.home ?? (options.demo ? `${homeFolder()}-demo` : undefined))
const cli = join(ROOT, 'out', 'main', 'cli.js')
const daemon = new DaemonSupervisor({ home, launch: (args) => launchNode(cli, args), fault: null })
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort())

try {
  if (options.build) buildIfOlder()
  await start()
} catch (error) {
  if (!ended.signal.aborted) fail(error instanceof Error ? error.message : String(error))
}
await daemon.stop()

async function start(): Promise<void> {
  const electron = await obtainElectron()
  const opened = 'path' in electron ? await startDesktop(electron.path) : electron
  if (opened === null) return
  console.log(`No desktop window: ${opened.missing}. Spillway goes on in the browser.`)
  await startInBrowser()
}

/** Null once the window has done its work; why there is none where it never came up. */
async function startDesktop(electron: string): Promise<{ missing: string } | null> {
  // The app starts a daemon by itself; for the demo there must be one before the app is up.
  if (options.demo) await startDaemon()
  const window = openWindow(electron, home, ended.signal)
  if (options.demo) await Promise.all([window, playDemo(cli, home, ended.signal)])
  return await window
}

async function startInBrowser(): Promise<void> {
  await startDaemon()
  await openBrowser(cli, home, ended.signal)
  if (options.demo) await playDemo(cli, home, ended.signal)
  const { state } = daemon
  if (state.state === 'up' && state.attached) return
  console.log('Ctrl-C ends Spillway.')
  await untilDownOrEnded()
}

async function startDaemon(): Promise<void> {
  await daemon.start()
  if (daemon.state.state === 'down') throw new Error(daemon.state.reason)
}

function untilDownOrEnded(): Promise<void> {
  return new Promise((resolve, reject) => {
    ended.signal.addEventListener('abort', () => resolve())
    daemon.subscribe((state) => {
      if (state.state === 'down') reject(new Error(state.reason))
    })
  })
}

function fail(message: string): void {
  console.error(`spillway: ${message}`)
  process.exitCode = 1
}
