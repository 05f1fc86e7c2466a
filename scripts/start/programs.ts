import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sandboxArguments } from '../runtimes.ts'
import { ROOT } from '../build.ts'

/** An Electron that ends in failure so soon never showed a window: a library that it needs is missing. */
const FIRST_SECONDS_MS = 5_000

/** Shows the desktop app until it is quit. Null then; where it could not come up, why. */
export async function openWindow(
  electron: string,
  home: string,
  signal: AbortSignal,
): Promise<{ missing: string } | null> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const started = Date.now()
  const code = await run(electron, [...sandboxArguments(), ROOT, '--home', home], signal, env)
  const failed = code !== 0 && !signal.aborted && Date.now() - started < FIRST_SECONDS_MS
  return failed ? { missing: `Electron does not run here (exit code ${code})` } : null
}

/** Prints the address that lets a browser in, and opens it where there is one. */
export async function openBrowser(cli: string, home: string, signal: AbortSignal): Promise<void> {
  await run(process.execPath, [cli, 'open', '--no-electron', '--home', home], signal)
}

/** Lets the scripted agent work, to be watched. */
export async function playDemo(cli: string, home: string, signal: AbortSignal): Promise<void> {
  await run(process.execPath, [cli, 'demo', '--home', home], signal)
}

/** Runs a program in the terminal until it ends by itself or by `signal`; gives its exit code. */
async function run(
  command: string,
  args: readonly string[],
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number | null> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // See launchNode: Ctrl-C is for this process, which passes it on once.
    detached: process.platform !== 'win32',
  })
  const end = () => void child.kill()
  signal.addEventListener('abort', end)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  } finally {
    signal.removeEventListener('abort', end)
  }
}
