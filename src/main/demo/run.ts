import { dirname, isAbsolute, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiClient } from '../client/api.ts'
import { cliProgram } from '../client/program.ts'
import { ensureDaemon } from '../client/start.ts'
import { connectAgent } from './agent.ts'
import type { DemoAgent, DemoAnswer } from './agent.ts'
import { DEMO_SCRIPT } from './script.ts'
import type { DemoCall, DemoRead } from './script.ts'
import { DEMO_SERVER, configureDemo } from './upstream.ts'

export interface DemoOptions {
  readonly home: string
  /** Milliseconds between two steps, so that a person can watch. */
  readonly paceMs: number
  /** Hears of each turn and step as it happens. */
  readonly tell: (line: string) => void
}

export interface DemoSummary {
  readonly home: string
  readonly url: string
  readonly session: string
  readonly turns: number
  readonly calls: number
  readonly offloaded: number
  readonly reads: number
}

/** Plays the script through a real client, a real gateway and a real file server that looks at this repository. */
export async function runDemo(options: DemoOptions): Promise<DemoSummary> {
  const { home, tell } = options
  const folder = join(dirname(cliProgram()), '..', '..')
  const daemon = await ensureDaemon(home)
  const admin = apiClient(daemon)
  await configureDemo(admin, folder)
  const { id, token } = await admin.createClient({ name: 'demo agent' })
  try {
    await using agent = await connectAgent({ url: daemon.url, token }, folder)
    tell(`The demo agent works in ${folder}`)
    const counts = await playScript(agent, folder, options)
    return { home, url: daemon.url, session: agent.session, turns: DEMO_SCRIPT.length, ...counts }
  } finally {
    await admin.deleteClient({ id })
  }
}

async function playScript(agent: DemoAgent, folder: string, { paceMs, tell }: DemoOptions) {
  const kept = new Map<string, string>()
  const counts = { calls: 0, offloaded: 0, reads: 0 }
  let before = ''
  for (const turn of DEMO_SCRIPT) {
    await agent.startTurn(turn.prompt)
    tell(`\n${turn.prompt}`)
    for (const step of turn.steps) {
      await sleep(paceMs)
      if (step.kind === 'call') {
        const answer = await callUpstream(agent, folder, step)
        counts.calls += 1
        if (answer.entry !== null) counts.offloaded += 1
        if (answer.entry !== null && step.keep !== undefined) kept.set(step.keep, answer.entry)
        tell(`  ${step.tool}  ${describe(answer)}`)
      } else {
        const entry = kept.get(step.of)
        // A short answer came inline: the agent has it all and reads nothing.
        if (entry === undefined) continue
        const answer = await readStored(agent, entry, step, before)
        counts.reads += 1
        before = answer.text
        tell(`  scratchpad_read ${step.of}  ${describe(answer)}`)
      }
    }
  }
  return counts
}

async function callUpstream(agent: DemoAgent, folder: string, step: DemoCall): Promise<DemoAnswer> {
  const { path, paths, ...others } = step.arguments
  const absolute = (name: string) => (isAbsolute(name) ? name : join(folder, name))
  const args: Record<string, unknown> = { ...others }
  if (typeof path === 'string') args['path'] = absolute(path)
  if (Array.isArray(paths)) args['paths'] = paths.map(absolute)
  return await agent.call(`${DEMO_SERVER}__${step.tool}`, args)
}

async function readStored(agent: DemoAgent, id: string, step: DemoRead, before: string): Promise<DemoAnswer> {
  const params = typeof step.params === 'function' ? step.params(before) : step.params
  return await agent.call('scratchpad_read', { id, ...params })
}

function describe(answer: DemoAnswer): string {
  const size = `${answer.text.length.toLocaleString('en-US')} characters`
  if (answer.isError) return `error: ${answer.text.split('\n', 1)[0]}`
  return answer.entry === null ? size : `stored as ${answer.entry}, ${size} delivered`
}
