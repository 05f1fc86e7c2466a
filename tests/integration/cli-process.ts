import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDaemon } from '../../src/main/client/discover.ts'
import { readyLine } from '../../src/main/client/ready.ts'
import type { ReadyLine } from '../../src/main/client/ready.ts'
import type { ConfigInput } from '../../src/shared/config.ts'

export const CLI = resolve(import.meta.dirname, '../../src/main/cli.ts')

export interface TestHome extends AsyncDisposable {
  readonly home: string
}

/** A home folder of its own on any free port. What runs there is ended with it. */
export async function createHome(config: ConfigInput = {}): Promise<TestHome> {
  const home = await mkdtemp(join(tmpdir(), 'spillway-cli-'))
  await writeFile(join(home, 'config.json'), JSON.stringify({ server: { port: 0 }, ...config }))
  return {
    home,
    async [Symbol.asyncDispose]() {
      const daemon = await findDaemon(home)
      if (daemon) await endProcess(daemon.pid)
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Sends a signal and waits until the process is gone. */
export async function endProcess(pid: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  process.kill(pid, signal)
  for (let tries = 0; isAlive(pid) && tries < 200; tries += 1) await sleep(25)
  if (isAlive(pid)) throw new Error(`process ${pid} outlived ${signal}`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // No such process.
    return false
  }
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the command line as a user does; `--home` goes in by the environment. */
export function startCli(
  home: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const all = { ...process.env, ...env, SPILLWAY_HOME: home }
  return spawn(process.execPath, [CLI, ...args], { env: all, cwd, stdio: 'pipe' })
}

/** Runs the command line to its end. */
export async function runCli(home: string, ...args: string[]): Promise<Outcome> {
  const child = startCli(home, args)
  child.stdin?.end()
  if (!child.stdout || !child.stderr) throw new Error('no pipes')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

/** Runs it with `--json` and gives what it printed; its output is part of the error when it fails. */
export async function runJson(home: string, ...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(home, ...args, '--json')
  if (code !== 0) throw new Error(`spillway ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}

/** A daemon in the foreground, once it says that it is ready. */
export async function serve(
  home: string,
  ...args: string[]
): Promise<{ child: ChildProcess; ready: ReadyLine }> {
  const child = startCli(home, ['serve', '--port', '0', '--json', ...args])
  if (!child.stdout) throw new Error('no pipe')
  const { value: line } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (line === undefined) throw new Error('the daemon ended before it was ready')
  return { child, ready: readyLine.parse(JSON.parse(line)) }
}
