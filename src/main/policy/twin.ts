import { isRecord, type Payload } from './payload.ts'
import { saysTheSame } from './json-equal.ts'

/** Structured content that says only what a text block says already. */
export interface Twin {
  /** The text block. */
  readonly block: number
  /** Where the structured content merely wraps it, as many servers do (`{content: …}`, `{result: …}`): under which key. */
  readonly key: string | null
}

/** The text block that structured content repeats: as its JSON, or wrapped in an object with one key. */
export function findTwin(payloads: readonly Payload[], structured: unknown): Twin | null {
  if (structured === undefined) return null
  const texts = payloads.filter(({ source, text }) => source === 'text' && text !== null)
  const wrapped = onlyMember(structured)
  for (const { block, text } of texts) {
    if (text === null) continue
    if (wrapped !== null && wrapped.value === text) return { block, key: wrapped.key }
    if (saysTheSame(text, structured)) return { block, key: null }
    if (wrapped !== null && typeof wrapped.value !== 'string' && saysTheSame(text, wrapped.value))
      return { block, key: wrapped.key }
  }
  return null
}

function onlyMember(value: unknown): { key: string; value: unknown } | null {
  if (!isRecord(value)) return null
  const [first, ...others] = Object.entries(value)
  return first === undefined || others.length > 0 ? null : { key: first[0], value: first[1] }
}
