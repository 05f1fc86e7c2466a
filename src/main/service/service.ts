import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SpillwayError } from '../../shared/errors.ts'
import { cliProgram } from '../client/program.ts'
import { launchdPlan } from './launchd.ts'
import type { ServiceFacts, ServicePlan } from './plan.ts'
import { systemdPlan } from './systemd.ts'
import { windowsPlan } from './windows.ts'

const run = promisify(execFile)

const PLATFORMS = {
  linux: {
    plan: systemdPlan,
    folder: () => join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'systemd', 'user'),
  },
  darwin: { plan: launchdPlan, folder: () => join(homedir(), 'Library', 'LaunchAgents') },
  win32: {
    plan: windowsPlan,
    folder: () =>
      join(
        process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'),
        'Microsoft/Windows/Start Menu/Programs/Startup',
      ),
  },
} as const

/** What makes the daemon of `home` start at login here. @throws SpillwayError `unsupported` on another platform */
export function planService(home: string): ServicePlan {
  const platform = Object.entries(PLATFORMS).find(([name]) => name === process.platform)?.[1]
  if (!platform)
    throw new SpillwayError('unsupported', `Login services on ${process.platform} are not known here.`)
  const facts: ServiceFacts = {
    node: process.execPath,
    program: cliProgram(),
    home,
    path: process.env['PATH'] ?? '',
    folder: platform.folder(),
    uid: process.getuid?.() ?? null,
  }
  return platform.plan(facts)
}

export async function installService(plan: ServicePlan): Promise<void> {
  await mkdir(dirname(plan.file), { recursive: true })
  await writeFile(plan.file, plan.text)
  for (const command of plan.install) await carryOut(command)
}

/** @returns false where there was none */
export async function removeService(plan: ServicePlan): Promise<boolean> {
  if ((await textOf(plan)) === null) return false
  for (const command of plan.remove) await carryOut(command)
  await rm(plan.file)
  for (const command of plan.afterwards) await carryOut(command)
  return true
}

export interface ServiceStatus {
  readonly file: string
  readonly installed: boolean
  /** False: it was installed for another home, or by a Spillway or a Node that lay elsewhere. */
  readonly current: boolean
  /** Null where the platform cannot say. */
  readonly running: boolean | null
}

export async function serviceStatus(plan: ServicePlan): Promise<ServiceStatus> {
  const text = await textOf(plan)
  const running = plan.status === null || text === null ? null : await succeeds(plan.status)
  return {
    file: plan.file,
    installed: text !== null,
    current: withoutPath(text) === withoutPath(plan.text),
    running,
  }
}

/** A shell of another kind has another PATH, and the service is none the worse for it. */
const withoutPath = (text: string | null) =>
  text?.replaceAll(/^Environment="PATH=.*$|<key>PATH<\/key>\s*<string>.*$/gm, '')

async function textOf({ file }: ServicePlan): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function succeeds([program = '', ...args]: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  )
}

async function carryOut([program = '', ...args]: readonly string[]): Promise<void> {
  try {
    await run(program, args)
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new SpillwayError(
      'unavailable',
      `${[program, ...args].join(' ')} failed: ${stderr?.trim() || message}`,
      'The file is written; run that command yourself once it can work.',
    )
  }
}
