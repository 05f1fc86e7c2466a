import { canonicalArguments } from './canonical.ts'
import type { ScriptCall } from '../../store/reads/script.ts'
import { type Difference, differencesOf } from './differences.ts'

export interface Asked {
  readonly server: string | null
  readonly tool: string
  readonly arguments: string | null
}

/** Why nothing recorded answers a call: the arguments are others, or each recorded answer was given already. */
export type Miss =
  | { readonly why: 'arguments'; readonly nearest: ScriptCall; readonly differences: readonly Difference[] }
  | { readonly why: 'used up'; readonly times: number }
  | { readonly why: 'tool' }

export type Found = { readonly call: ScriptCall } | { readonly miss: Miss }

/** Arguments are compared one by one with no more of a tool's calls than this, to name the nearest. */
const COMPARED = 500

/** The calls of a recording in their order, found by tool and arguments. */
export class Script {
  readonly calls: readonly ScriptCall[]
  readonly #byCall = new Map<string, ScriptCall[]>()
  readonly #byTool = new Map<string, ScriptCall[]>()

  constructor(calls: readonly ScriptCall[]) {
    this.calls = calls
    for (const call of calls) {
      add(this.#byCall, keyOf(call), call)
      add(this.#byTool, toolKey(call), call)
    }
  }

  /** All with this tool and these arguments, in recorded order. */
  equal(asked: Asked): readonly ScriptCall[] {
    return this.#byCall.get(keyOf(asked)) ?? []
  }

  ofTool(asked: Asked): readonly ScriptCall[] {
    return this.#byTool.get(toolKey(asked)) ?? []
  }
}

/**
 * One agent's way through a script. Equal calls get the recorded answers one after the other, so an agent that polls sees what the
 * recorded one saw; a call more than was recorded is a miss, and not the last answer for ever: that would hide a loop.
 */
export class Run {
  readonly #script: Script
  readonly #given = new Set<string>()
  /** The turn of the last recorded call that answered. */
  turn: string | null = null

  constructor(script: Script) {
    this.#script = script
  }

  /** Takes the recorded call that answers this one, if there is one left. */
  take(asked: Asked): Found {
    const equal = this.#script.equal(asked)
    const call = equal.find(({ id }) => !this.#given.has(id))
    if (!call)
      return { miss: equal.length > 0 ? { why: 'used up', times: equal.length } : this.#nearest(asked) }
    this.#given.add(call.id)
    this.turn = call.turn
    return { call }
  }

  /** The call of that tool with the fewest differences; among equals one that has not answered yet, then the first. */
  #nearest(asked: Asked): Miss {
    const candidates = this.#script
      .ofTool(asked)
      .slice(0, COMPARED)
      .map((call) => ({
        call,
        differences: differencesOf(call.arguments, asked.arguments),
        used: this.#given.has(call.id) ? 1 : 0,
      }))
      .toSorted((a, b) => a.differences.length - b.differences.length || a.used - b.used)
    const [best] = candidates
    return best ? { why: 'arguments', nearest: best.call, differences: best.differences } : { why: 'tool' }
  }
}

const toolKey = ({ server, tool }: Asked) => `${server ?? ''}\0${tool}`
const keyOf = (asked: Asked) => `${toolKey(asked)}\0${canonicalArguments(asked.arguments)}`

function add(map: Map<string, ScriptCall[]>, key: string, call: ScriptCall): void {
  const known = map.get(key)
  if (known) known.push(call)
  else map.set(key, [call])
}
