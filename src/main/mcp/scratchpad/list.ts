import { z } from 'zod'
import type { Entry } from '../../../shared/entry.ts'
import { seenIn } from '../../operations/reader.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import { storeLimits } from '../../policy/limits.ts'
import { parseArgs } from './args.ts'
import type { ReadingSession } from './reading-session.ts'

const args = z.strictObject({ limit: z.int().min(1).max(1_000).default(50), cursor: z.string().optional() })

/** So much of a summary fits beside an entry. */
const LISTED_SUMMARY = 200

/** `scratchpad_list`: one line an entry, newest first, and the session's totals (A8). */
export async function scratchpadList(
  services: Services,
  session: ReadingSession,
  given: unknown,
): Promise<ToolResult> {
  const { limit, cursor } = parseArgs(args, given)
  const own = { client: session.client, session: session.id }
  const { items, nextCursor, total, damaged } = await services.store.read.entries({
    ...own,
    sort: 'newest',
    limit,
    cursor,
    ...seenIn(services, session),
  })
  // Notes of the project come first, on the first page: they are what an agent should know before it starts.
  const standing =
    cursor === undefined
      ? await services.store.read.notes({
          ...own,
          session: null,
          project: session.projectId,
          at: services.now(),
        })
      : []
  const others = items.filter((entry) => !standing.some(({ id }) => id === entry.id))
  const shown = [...standing.slice(0, limit), ...others]
  const leftOut = Math.max(0, standing.length - limit)
  const { maxBytes } = storeLimits(services.config())
  const stats = await services.store.read.stats({ ...own, maxBytes })
  const now = services.now()
  const totals = {
    entries: total,
    bytes: stats.bytesRaw,
    bytesStored: stats.bytesStored,
    dedupHits: stats.dedupHits,
    reads: stats.reads,
    tokens: stats.tokens,
  }
  const lines = shown.map((entry) => lineOf(entry, now))
  const summary = `[${total} ${total === 1 ? 'entry' : 'entries'}, ${stats.bytesRaw} bytes; ${stats.bytesStored} on disk]`
  const rest = [
    ...(leftOut === 0 ? [] : [`[${leftOut} more notes of the project: raise limit]`]),
    ...(nextCursor === null ? [] : [`[more: cursor ${nextCursor}]`]),
    ...(damaged ?? []).map(({ id, reason }) => `[${id} is damaged and was left out: ${reason}]`),
  ]
  return {
    content: [{ type: 'text', text: [...lines, summary, ...rest].join('\n') }],
    structuredContent: { items: shown.map((entry) => factsOf(entry, now)), totals, nextCursor },
  }
}

const factsOf = (entry: Entry, now: number) => ({
  id: entry.id,
  name: entry.name,
  tool: entry.note
    ? `note (${entry.scope})`
    : entry.server === null
      ? entry.tool
      : `${entry.server}.${entry.tool}`,
  kind: entry.kind,
  version: entry.note ? entry.version : undefined,
  bytes: entry.bytes,
  ageSeconds: Math.max(0, Math.round((now - Date.parse(entry.createdAt)) / 1000)),
  createdAt: entry.createdAt,
  expiresAt: entry.expiresAt,
  ...(entry.summary === null ? {} : { summary: entry.summary }),
})

function lineOf(entry: Entry, now: number): string {
  const { id, name, tool, kind, version, bytes, ageSeconds, expiresAt } = factsOf(entry, now)
  const called = version === undefined ? name : `${name} v${version}`
  const until = expiresAt === null ? 'kept' : `until ${expiresAt.slice(0, 16)}Z`
  const said =
    entry.summary === null ? '' : `  ${entry.summary.replaceAll(/\s+/g, ' ').slice(0, LISTED_SUMMARY)}`
  return `${id}  ${called}  ${tool}  ${kind}  ${bytes} bytes  ${ageSeconds} s ago  ${until}${said}`
}
