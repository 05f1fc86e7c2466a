import type { Entry } from '../../../shared/entry.ts'
import { reasonOf } from '../../../shared/errors.ts'
import { matchesGlob } from '../../../shared/glob.ts'
import { findContent } from '../reader.ts'
import type { Services } from '../services.ts'
import { askForSummary } from './ask.ts'

/** Commands that run at once: they may well be models on the same machine. */
const AT_ONCE = 2
/** Entries that wait. More than that come faster than they can be summarised, and the newest matter most. */
const WAITING = 100
const LONGEST_CHARS = 2_000
/** So much of a content is handed over; the document says how much there is. */
const CONTENT_CHARS = 1_000_000

/** Has entries summarised by the user's own command or endpoint (M12), after their references were delivered and never on their way. */
export class Summaries {
  readonly #services: () => Services
  #waiting: Entry[] = []
  #running = 0

  constructor(services: () => Services) {
    this.#services = services
  }

  /** Summarises an entry some time, where the configuration wants it. */
  later(entry: Entry): void {
    const { summary } = this.#services().config()
    const source = entry.server === null ? entry.tool : `${entry.server}.${entry.tool}`
    if (!summary || entry.bytes < summary.minBytes || !matchesGlob(summary.tools, source)) return
    this.#waiting.push(entry)
    if (this.#waiting.length > WAITING) this.#waiting.shift()
    this.#next()
  }

  #next(): void {
    if (this.#running >= AT_ONCE) return
    const entry = this.#waiting.shift()
    if (!entry) return
    this.#running++
    void this.#summarise(entry).finally(() => {
      this.#running--
      this.#next()
    })
  }

  async #summarise(entry: Entry): Promise<void> {
    const services = this.#services()
    const { store, now, log, config } = services
    const settings = config().summary
    if (!settings) return
    const started = performance.now()
    const outcome = await documentOf(services, entry)
      .then((document) => askForSummary(settings, document))
      .then(
        (answer) => kept(answer),
        (error: unknown) => ({ summary: null, error: reasonOf(error) }),
      )
    if (outcome.error !== null)
      log.warn({ entry: entry.id, reason: outcome.error }, 'an entry could not be summarised')
    const durationMs = Math.round(performance.now() - started)
    await store.write
      .setSummary({ entry: entry.id, at: now(), durationMs, ...outcome })
      .catch((error: unknown) => log.warn({ entry: entry.id, reason: String(error) }, 'a summary was lost'))
  }
}

function kept(answer: string): { summary: string | null; error: string | null } {
  const summary = Array.from(answer.trim()).slice(0, LONGEST_CHARS).join('')
  return summary === '' ? { summary: null, error: 'the answer was empty' } : { summary, error: null }
}

/** What is handed over: the entry's facts and its content, text as it is and bytes as base64. */
async function documentOf(services: Services, entry: Entry): Promise<string> {
  const reader = { client: null, session: null, project: null, turn: null }
  const content = await findContent(services, reader, entry.id)
  const { chars, bytes } = content.sizes
  const contentTruncated = (chars ?? bytes) > CONTENT_CHARS
  const end = Math.min(chars ?? bytes, CONTENT_CHARS)
  const body =
    chars === null
      ? {
          contentBase64: Buffer.from(
            await services.store.read.bytes({ blob: content.blob, start: 0, end }),
          ).toString('base64'),
        }
      : { content: (await services.store.read.chars({ content, start: 0, end })).text }
  return JSON.stringify({ entry, ...body, contentTruncated })
}
