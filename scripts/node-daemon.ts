import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { DaemonChild } from '../src/main/electron/daemon/child.ts'

/** Runs a program of this project under this Node, as a daemon that a supervisor watches. */
export function launchNode(program: string, args: readonly string[]): DaemonChild {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a group of its own: Ctrl-C in the terminal is for whoever started it, who then ends it in order.
    detached: process.platform !== 'win32',
  })
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  return {
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined
    },
    stdout: child.stdout,
    exited,
  }
}
