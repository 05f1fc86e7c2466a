import { z } from 'zod'
import { SpillwayError } from '../../../shared/errors.ts'
import { META } from '../../../shared/names.ts'
import { readParams } from '../../../shared/reading.ts'
import { readAs } from '../../operations/read-entry.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import type { ActiveSession } from '../../recording/active-session.ts'

const args = readParams.extend({
  id: z.string().optional(),
  /** Other names under which agents of other systems know it. */
  scratchpad_id: z.string().optional(),
  name: z.string().optional(),
})

/** `scratchpad_read`: the first block is exactly the slice, the second says what it is and where to go on. */
export async function scratchpadRead(
  services: Services,
  session: ActiveSession,
  given: unknown,
): Promise<ToolResult> {
  const parsed = args.safeParse(given ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SpillwayError('invalid_input', `${issue?.path.join('.') || 'arguments'}: ${issue?.message}`)
  }
  const { id, scratchpad_id, name, ...params } = parsed.data
  const { text, footer, ...facts } = await readAs(services, id ?? scratchpad_id ?? name, params, {
    client: session.client,
    session: session.id,
    project: session.projectId,
    turn: session.currentTurn,
    counted: true,
  })
  const next = facts.cursor === undefined ? '' : ` cursor: ${facts.cursor}`
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: `[${footer}${next}]` },
    ],
    _meta: { [META.read]: facts },
  }
}
