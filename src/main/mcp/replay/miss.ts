import { META } from '../../../shared/names.ts'
import type { ToolResult } from '../../policy/payload.ts'
import type { Miss } from '../../recording/replay/script.ts'
import type { ScriptCall } from '../../store/reads/script.ts'

const MOST_DIFFERENCES = 5

/** What an agent gets for a call that nothing recorded answers. */
export function missResult(tool: string, miss: Miss): ToolResult {
  const text = `replay_miss: ${sentence(tool, miss)}`
  return { isError: true, content: [{ type: 'text', text }], _meta: { [META.replay]: miss } }
}

/** The recorded call that was meant is known, what it answered is not kept any more. */
export function goneResult(tool: string, call: ScriptCall, reason: string): ToolResult {
  const text = `replay_gone: ${tool} was recorded (${placeOf(call)}), but its result cannot be given: ${reason}.`
  return { isError: true, content: [{ type: 'text', text }], _meta: { [META.replay]: { why: 'gone', call } } }
}

function sentence(tool: string, miss: Miss): string {
  if (miss.why === 'tool') return `no call of ${tool} was recorded.`
  if (miss.why === 'used up')
    return `this call of ${tool} was recorded ${times(miss.times)}, and this run has had every answer.`
  const { nearest, differences } = miss
  const listed = differences
    .slice(0, MOST_DIFFERENCES)
    .map(
      ({ path, recorded, given }) =>
        `${path || 'arguments'}: recorded ${recorded ?? 'nothing'}, given ${given ?? 'nothing'}`,
    )
  const more = differences.length - listed.length
  return [
    `${tool} was not recorded with these arguments.`,
    `Nearest is ${placeOf(nearest)}: ${nearest.arguments ?? '{}'}.`,
    `It differs in ${listed.join('; ')}${more > 0 ? `; and in ${more} more` : ''}.`,
  ].join(' ')
}

const placeOf = ({ turnNumber, step }: ScriptCall) => `turn ${turnNumber}, step ${step}`
const times = (n: number) => (n === 1 ? 'once' : `${n} times`)
