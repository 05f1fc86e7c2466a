import type { TextSample } from '../policy/tokens/sample.ts'
import type { Content, NewCall } from '../store/protocol.ts'
import { Gathering } from './gathering.ts'
import type { Services } from './services.ts'

/** Nobody waits for a count, and hundreds of calls a second would each cost a message and a commit of their own. */
const others = new Gathering(100)

/** Puts exact token counts in the place of a call's estimates once the counting thread has them; the agent never waits for it. */
export function countLater(
  { tokens, store, now, log }: Services,
  call: NewCall,
  raw: readonly string[],
  delivered: readonly string[],
): void {
  const count = async () => {
    await others.wait()
    const counted = await tokens.count(raw)
    const shown = delivered === raw ? counted : await tokens.count(delivered)
    await others.wait()
    await store.write.setTokens({
      call: call.id,
      at: now(),
      tokensRaw: counted.tokens,
      tokensDelivered: shown.tokens,
      exact: counted.exact && shown.exact,
    })
  }
  count().catch((error: unknown) =>
    log.warn({ call: call.id, reason: String(error) }, 'tokens could not be counted'),
  )
}

/** The same for a read. */
export function countReadLater({ tokens, store, now, log }: Services, read: number, text: string): void {
  const count = async () => {
    await others.wait()
    const counted = await tokens.count([text])
    await others.wait()
    await store.write.setReadTokens({ read, at: now(), tokens: counted.tokens })
  }
  count().catch((error: unknown) => log.warn({ read, reason: String(error) }, 'tokens could not be counted'))
}

/** Raw content that streamed by was sampled on its way, or else is sampled where it is stored. */
export function countStreamLater(
  services: Services,
  call: NewCall,
  entry: string,
  sample: TextSample | null,
  delivered: readonly string[],
): void {
  const { tokens, store, now, log } = services
  const count = async () => {
    await others.wait()
    const raw = sample ?? (await sampleStored(services, entry))
    if (raw === null) return
    const [counted, shown] = await Promise.all([tokens.countSamples([raw]), tokens.count(delivered)])
    await others.wait()
    await store.write.setTokens({
      call: call.id,
      at: now(),
      tokensRaw: counted.tokens,
      tokensDelivered: shown.tokens,
      exact: counted.exact && shown.exact,
    })
  }
  count().catch((error: unknown) =>
    log.warn({ call: call.id, reason: String(error) }, 'tokens could not be counted'),
  )
}

async function sampleStored(services: Services, id: string): Promise<TextSample | null> {
  const viewer = { client: null, session: null, project: null, turn: null }
  const found = await services.store.read.find({ viewer, id, at: 0 })
  return found.found === 'live' ? sampleContent(services, found.content) : null
}

const SAMPLES = 16
const SAMPLE_CHARS = 512

/** Evenly spread pieces of a stored content; of binary ones the base64 that a context would hold. */
async function sampleContent({ store }: Services, content: Content): Promise<TextSample> {
  const { chars, bytes } = content.sizes
  const total = chars ?? bytes
  const pieces = await Promise.all(
    Array.from({ length: SAMPLES }, async (_, i) => {
      const start = Math.floor((i * Math.max(0, total - SAMPLE_CHARS)) / (SAMPLES - 1))
      const end = Math.min(total, start + SAMPLE_CHARS)
      if (chars !== null) return (await store.read.chars({ content, start, end })).text
      return Buffer.from(await store.read.bytes({ blob: content.blob, start, end })).toString('base64')
    }),
  )
  return { pieces, units: chars ?? Math.ceil((bytes * 4) / 3), whole: false }
}
