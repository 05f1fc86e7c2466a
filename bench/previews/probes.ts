import type { ReadParams, ReadResult } from '../../src/shared/reading.ts'
import { startDaemon } from '../rig/daemon.ts'
import { HttpLoad } from '../rig/http-load.ts'
import { isFound, type CorpusDocument, type Question } from './questions.ts'

/** What a question's probe cost and gave, as an agent pays for it. */
export interface Probed {
  /** The call as the agent writes it. */
  readonly call: string
  /** The slice and its footer; the message of the error where the read was refused. */
  readonly reply: string
  readonly found: boolean
  /** Another call and its reply: the default read of the start, for an agent that must first see how the content is made. */
  readonly start: { readonly call: string; readonly reply: string }
}

/**
 * Carries out every probe on a daemon of its own that stores the documents as any other result: what a read costs here is what it
 * costs in use.
 */
export async function carryOutProbes(documents: readonly CorpusDocument[]): Promise<Map<Question, Probed>> {
  await using daemon = await startDaemon()
  using http = new HttpLoad(daemon.url, { authorization: `Bearer ${daemon.token}` })
  const probed = new Map<Question, Probed>()
  for (const { file, text, questions } of documents) {
    const stored = { tool: file, content: text, force: true }
    const { entry } = (await http.json('/api/v1/offload', stored)) as { entry: { id: string } }
    const start = await read(http, entry.id, { mode: 'head' })
    for (const question of questions) {
      const { call, reply } = await read(http, entry.id, question.probe.read)
      probed.set(question, { call, reply, found: isFound(question, reply), start })
    }
  }
  return probed
}

async function read(
  http: HttpLoad,
  id: string,
  params: ReadParams,
): Promise<{ call: string; reply: string }> {
  const call = `scratchpad_read ${JSON.stringify({ id, ...params })}`
  try {
    const { text, footer } = (await http.json(`/api/v1/entries/${id}/read`, params)) as ReadResult
    return { call, reply: `${text}\n${footer}` }
  } catch (error) {
    return { call, reply: error instanceof Error ? error.message : String(error) }
  }
}

/** Words of JSONPath and SQL themselves, and the names that the table of an entry always has. */
const LANGUAGE =
  /^(select|from|where|like|order|group|by|desc|count|sum|min|max|distinct|limit|and|t|column_\d+|length|true|false)$/i

/**
 * Whether an agent that saw only this can write the question's probe. Keys and columns cannot be guessed; what to grep for
 * can, from the question or from knowing the tool.
 */
export function canWrite({ ask, probe }: Question, seen: string): boolean {
  const { mode, path = '', query = '' } = probe.read
  if (mode !== 'json' && mode !== 'sql') return true
  const names = `${path} ${query}`.match(/[A-Za-z_][\w-]*/g) ?? []
  const known = `${ask}\n${seen}`.toLowerCase()
  return names.every((name) => LANGUAGE.test(name) || known.includes(name.toLowerCase()))
}
