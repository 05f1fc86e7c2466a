import { isAbsolute, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDaemon } from '../client/start.ts'
import { connectAgent } from './agent.ts'
import type { DemoAgent, DemoAnswer } from './agent.ts'
import { DEMO_SCRIPT, DEMO_STEPS } from './script.ts'
import type { DemoCall, DemoRead } from './script.ts'
import { demoFolder, demoServer } from './server.ts'

/** What has just happened. */
export interface DemoMoment {
  readonly session: string
  readonly prompt: string
  /** Steps that are over, of all. */
  readonly step: number
  readonly steps: number
  /** The same in words. */
  readonly line: string
}

export interface DemoOptions {
  readonly home: string
  /** Milliseconds between two steps, so that a person can watch. */
  readonly paceMs: number
  /** Hears of each turn and step as it happens. */
  readonly tell: (moment: DemoMoment) => void
  /** Ends it between two steps. */
  readonly signal: AbortSignal
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
  const folder = demoFolder()
  const server = demoServer(folder)
  const daemon = await ensureDaemon(options.home)
  await using agent = await connectAgent(daemon, folder, server)
  const played = await playScript(agent, folder, options)
  return { home: options.home, url: daemon.url, turns: DEMO_SCRIPT.length, ...played }
}

async function playScript(agent: DemoAgent, folder: string, { paceMs, tell, signal }: DemoOptions) {
  const kept = new Map<string, string>()
  const counts = { session: '', calls: 0, offloaded: 0, reads: 0 }
  let step = 0
  let before = ''
  for (const turn of DEMO_SCRIPT) {
    const session = await agent.startTurn(turn.prompt)
    counts.session = session
    const say = (line: string) => tell({ session, prompt: turn.prompt, step, steps: DEMO_STEPS, line })
    say(`\n${turn.prompt}`)
    for (const one of turn.steps) {
      await sleep(paceMs, undefined, { signal })
      step += 1
      if (one.kind === 'call') {
        const answer = await callUpstream(agent, folder, one)
        counts.calls += 1
        if (answer.entry !== null) counts.offloaded += 1
        if (answer.entry !== null && one.keep !== undefined) kept.set(one.keep, answer.entry)
        say(`  ${one.tool}  ${describe(answer)}`)
      } else {
        const entry = kept.get(one.of)
        // A short answer came inline: the agent has it all and reads nothing.
        if (entry === undefined) continue
        const answer = await readStored(agent, entry, one, before)
        counts.reads += 1
        before = answer.text
        say(`  scratchpad_read ${one.of}  ${describe(answer)}`)
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
  return await agent.call(step.tool, args)
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
