import { z } from 'zod'
import { META } from '../../../shared/names.ts'
import { readParams } from '../../../shared/reading.ts'
import { readAs } from '../../operations/read-entry.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import { parseArgs } from './args.ts'
import type { ReadingSession } from './reading-session.ts'

const args = readParams.extend({
  id: z.string().optional(),
  /** Other names under which agents of other systems know it. */
  scratchpad_id: z.string().optional(),
  name: z.string().optional(),
})

/**
 * `scratchpad_read`: the first block is exactly the slice, the second says what it is and where to go on.
 * @param counted false where it is not to be recorded as a read of the agent's
 */
export async function scratchpadRead(
  services: Services,
  session: ReadingSession,
  given: unknown,
  counted = true,
): Promise<ToolResult> {
  const { id, scratchpad_id, name, ...params } = parseArgs(args, given)
  const reader = {
    client: session.client,
    session: session.id,
    project: session.projectId,
    turn: session.currentTurn,
  }
  const wanted = id ?? scratchpad_id ?? name
  const { text, footer, ...facts } = await readAs(services, wanted, params, reader, counted)
  const next = facts.cursor === undefined ? '' : ` cursor: ${facts.cursor}`
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: `[${footer}${next}]` },
    ],
    _meta: { [META.read]: facts },
  }
}
