import { z } from 'zod'
import { searchAs } from '../../operations/search.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import { parseArgs } from './args.ts'
import type { ReadingSession } from './reading-session.ts'

const args = z.strictObject({
  query: z.string().max(4_096).optional(),
  pattern: z.string().max(4_096).optional(),
  limit: z.int().min(1).max(100).default(10),
})

/** Enough to choose an entry by; its own grep gives the rest. */
const LINES_OF_EACH = 3

/** `scratchpad_search`: an entry's id and name, then its best lines; a second block says what was searched. */
export async function scratchpadSearch(
  services: Services,
  session: ReadingSession,
  given: unknown,
  counted = true,
): Promise<ToolResult> {
  const { query, pattern, limit } = parseArgs(args, given)
  const result = await searchAs(
    services,
    { q: query, pattern, limit, lines: LINES_OF_EACH },
    {
      client: session.client,
      session: session.id,
      project: session.projectId,
      turn: session.currentTurn,
    },
    counted,
  )
  const { items, ...facts } = result
  const parts = items.map(
    ({ id, name, tool, matches, text }) =>
      `${id}  ${name}  ${tool}  ${matches === 1 ? '1 line' : `${matches} lines`}\n${text}`,
  )
  return {
    content: [
      { type: 'text', text: parts.join('\n\n') },
      { type: 'text', text: `[${footer(result)}]` },
    ],
    structuredContent: { items, ...facts },
  }
}

type Result = Awaited<ReturnType<typeof searchAs>>

function footer({ items, searched, of, unindexed }: Result): string {
  const left = of - searched
  const parts = [
    items.length === 0
      ? 'Nothing found.'
      : `${items.length === 1 ? '1 entry' : `${items.length} entries`} with the first lines of each.`,
  ]
  if (left > 0) parts.push(`${left} more were not looked at: raise limit, or search for something rarer.`)
  if (unindexed > 0)
    parts.push(
      `${unindexed === 1 ? '1 entry is' : `${unindexed} entries are`} not indexed yet: search again in a few seconds.`,
    )
  if (items.length > 0) parts.push('Read around a line with scratchpad_read mode lines.')
  return parts.join(' ')
}
