import { choose, type Weight } from './choose.ts'
import { byteLength, bytesOf, type Payload } from './payload.ts'
import type { Rule } from './rule.ts'

/** Bytes of a result that become one entry. */
export interface Part {
  readonly source: 'text' | 'resource' | 'media' | 'structured' | 'joined'
  /** The blocks of `content` that it takes the place of, ascending; none for structured content. */
  readonly blocks: number[]
  readonly bytes: Uint8Array
  readonly mime: string | null
  readonly uri: string | null
  /** Where each of the joined blocks starts in `bytes`; a newline ends each but the last. Null unless joined. */
  readonly boundaries: number[] | null
  /** It gets the name that was asked for; all others get automatic ones. */
  readonly saved?: true
}

/** What may become a part: its text is at hand for weighing, its bytes are made only when it does. */
export interface Candidate {
  /** Null for what is not text. */
  readonly text: string | null
  toPart(): Part
}

/**
 * What a rule would store, tokens aside: see `choose`.
 * @param structured structured content as JSON, null where there is none of its own
 */
export function candidatesFor(payloads: Payload[], structured: string | null, rule: Rule): Candidate[] {
  const choice = choose(payloads.map(weightOf), structured === null ? null : weightOfText(structured), rule)
  const at = (places: readonly number[]) => places.flatMap((place) => payloads[place] ?? [])
  const together = at(choice.together)
  return [
    ...at(choice.alone).map(fromPayload),
    ...(together.length > 1 ? [joinedFrom(together)] : together.map(fromPayload)),
    ...at(choice.apart).map(fromPayload),
    ...(choice.structured && structured !== null ? [fromStructured(structured)] : []),
  ]
}

/** Measured when somebody asks: characters are counted for few rules. */
export const weightOf = (payload: Payload): Weight => ({
  isText: payload.text !== null,
  get bytes() {
    return byteLength(payload)
  },
  get chars() {
    return codePoints(payload.text ?? '')
  },
})

export const weightOfText = (text: string): Weight => ({
  isText: true,
  get bytes() {
    return Buffer.byteLength(text)
  },
  get chars() {
    return codePoints(text)
  },
})

function fromPayload(payload: Payload): Candidate {
  const { source, block, text, mime, uri } = payload
  return {
    text,
    toPart: () => ({ source, blocks: [block], bytes: bytesOf(payload), mime, uri, boundaries: null }),
  }
}

function fromStructured(json: string): Candidate {
  return {
    text: json,
    toPart: () => ({
      source: 'structured',
      blocks: [],
      bytes: Buffer.from(json),
      mime: 'application/json',
      uri: null,
      boundaries: null,
    }),
  }
}

function joinedFrom(payloads: Payload[]): Candidate {
  const text = payloads.map((payload) => payload.text ?? '').join('\n')
  return {
    text,
    toPart: () => ({
      source: 'joined',
      blocks: payloads.map(({ block }) => block),
      bytes: Buffer.from(text),
      mime: null,
      uri: null,
      boundaries: startsOf(payloads),
    }),
  }
}

function startsOf(payloads: Payload[]): number[] {
  let next = 0
  return payloads.map((payload) => {
    const start = next
    next += byteLength(payload) + 1
    return start
  })
}

function codePoints(text: string): number {
  let surrogates = 0
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) surrogates++
  return text.length - surrogates
}
