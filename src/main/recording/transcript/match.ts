import type { TranscriptCall, TranscriptEvent } from '../../../shared/transcript/event.ts'
import { parseJson, stringifyJson } from '../../rpc/json.ts'
import type { RecordedCall } from '../../store/reads/transcript-calls.ts'

/** A recorded call and what was asked before it; `prompt` counts the prompts of the transcript from 0. */
export interface Match {
  readonly call: RecordedCall
  readonly prompt: number
}

export interface Matches {
  readonly matches: readonly Match[]
  readonly unmatched: readonly TranscriptCall[]
  /** Calls of tools of which none is recorded. */
  readonly foreign: number
}

/** Clocks agree, being one; writing a line takes its time. */
const SLACK_MS = 5_000
/** Where it is not known when a call ended. */
const LONGEST_CALL_MS = 10 * 60_000

/**
 * Finds the recorded calls of a transcript: by the id that the program sent along, else by tool, arguments and time, each recorded call
 * once and in order. A program prefixes the names of MCP tools (`mcp__spillway__fs__read`).
 */
export function matchCalls(events: readonly TranscriptEvent[], recorded: readonly RecordedCall[]): Matches {
  const inOrder = recorded.toSorted((a, b) => a.startedAt - b.startedAt || a.step - b.step)
  const byId = new Map(inOrder.flatMap((call) => (call.clientCall === null ? [] : [[call.clientCall, call]])))
  const byName = Map.groupBy(
    inOrder.flatMap((call) => namesOf(call).map((name) => ({ name, call }))),
    ({ name }) => name,
  )
  const used = new Set<string>()
  const matches: Match[] = []
  const unmatched: TranscriptCall[] = []
  let foreign = 0
  let prompt = -1
  for (const event of events) {
    if (event.kind === 'prompt') {
      prompt++
      continue
    }
    const known = byId.get(event.id ?? '')
    const named = suffixesOf(event.tool).flatMap((name) => byName.get(name) ?? [])
    const found = known ?? named.find(({ call }) => !used.has(call.id) && isSame(event, call))?.call
    if (found !== undefined && !used.has(found.id)) {
      used.add(found.id)
      if (prompt >= 0) matches.push({ call: found, prompt })
    } else if (named.length === 0) foreign++
    else unmatched.push(event)
  }
  return { matches, unmatched, foreign }
}

/** A tool behind the gateway by its public name or, under an endpoint of its own, by its server's; another by the name it came with. */
const namesOf = ({ server, tool }: RecordedCall): string[] =>
  server === null ? [tool] : [`${server}__${tool}`, `spillway__${tool}`]

/** `mcp__spillway__fs__read`, `spillway__fs__read`, `fs__read`. */
function suffixesOf(tool: string): string[] {
  const parts = tool.split('__')
  return parts.length === 1 ? [tool] : parts.slice(0, -1).map((_, from) => parts.slice(from).join('__'))
}

function isSame(event: TranscriptCall, call: RecordedCall): boolean {
  const from = Date.parse(event.at) - SLACK_MS
  const to =
    (event.endedAt === null ? Date.parse(event.at) + LONGEST_CALL_MS : Date.parse(event.endedAt)) + SLACK_MS
  if (call.startedAt < from || call.startedAt > to) return false
  if (event.arguments === undefined || call.arguments === null) return true
  return canonical(event.arguments) === canonical(parseJson(call.arguments))
}

/** JSON with members in order. */
function canonical(value: unknown): string {
  return JSON.stringify(JSON.parse(stringifyJson(value)), (_key, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  )
}
