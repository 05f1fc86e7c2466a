import { Readable } from 'node:stream'
import { utilityProcess } from 'electron'
import { cliProgram } from '../../client/program.ts'
import type { DaemonChild } from './child.ts'

/** Runs `spillway ARGS` in a utility process: it needs no Node beside the app and ends with the app. */
export function launchUtility(args: readonly string[]): DaemonChild {
  const child = utilityProcess.fork(cliProgram(), [...args], {
    serviceName: 'Spillway daemon',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('The utility process has no output to read.')
  return {
    get pid() {
      return child.pid
    },
    stdout: new Readable().wrap(child.stdout),
    exited: new Promise((resolve) => child.once('exit', resolve)),
  }
}
