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
    for (const question of questions) {
      const { read } = question.probe
      const reply = await replyTo(http, entry.id, read)
      probed.set(question, {
        call: JSON.stringify({ id: entry.id, ...read }),
        reply,
        found: isFound(question, reply),
      })
    }
  }
  return probed
}

async function replyTo(http: HttpLoad, id: string, read: ReadParams): Promise<string> {
  try {
    const { text, footer } = (await http.json(`/api/v1/entries/${id}/read`, read)) as ReadResult
    return `${text}\n${footer}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
