import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'
import { canonical } from './canonical.ts'

/** One place in which two calls' arguments differ; null where one of them has nothing there. */
export interface Difference {
  /** As in JavaScript: `filter.ids[2]`; empty for the arguments as a whole. */
  readonly path: string
  /** JSON, shortened. */
  readonly recorded: string | null
  readonly given: string | null
}

const SHOWN_CHARS = 200

/** Where two calls' arguments differ, leaf by leaf. Both as JSON; null is no arguments. */
export function differencesOf(recorded: string | null, given: string | null): Difference[] {
  const before = leavesOf(recorded)
  const after = leavesOf(given)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return paths.flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)]
    if (was !== undefined && is !== undefined && canonical(was) === canonical(is)) return []
    return [{ path, recorded: shown(was), given: shown(is) }]
  })
}

const shown = (value: unknown): string | null => {
  if (value === undefined) return null
  const json = stringifyJson(value)
  return json.length > SHOWN_CHARS ? `${json.slice(0, SHOWN_CHARS)}…` : json
}

/** Every value that has no members of its own, by its path. */
function leavesOf(json: string | null): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  const walk = (value: unknown, path: string): void => {
    const members = membersOf(value)
    if (members === null) leaves.set(path, value)
    else for (const [step, member] of members) walk(member, joined(path, step))
  }
  const root = json === null ? {} : parseJson(json)
  walk(root, '')
  return leaves
}

/** Null for a leaf; an empty object or array is one, or it would not be seen. */
function membersOf(value: unknown): [string | number, unknown][] | null {
  if (typeof value !== 'object' || value === null || numberOf(value) !== null) return null
  const members: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value)
  return members.length === 0 ? null : members
}

function joined(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`
  const plain = /^[A-Za-z_$][\w$]*$/.test(step)
  if (!plain) return `${path}[${JSON.stringify(step)}]`
  return path === '' ? step : `${path}.${step}`
}
