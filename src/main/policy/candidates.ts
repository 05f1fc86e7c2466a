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
}

/** What may become a part: its text is at hand for weighing, its bytes are made only when it does. */
export interface Candidate {
  /** Null for what is not text. */
  readonly text: string | null
  /** How much of the rule's threshold it uses up: 1 is exactly all of it. */
  readonly share: number
  toPart(): Part
}

/** Sums of shares that make up exactly the threshold are not over it. */
const ROUNDING = 1e-9

/**
 * What a rule would store, tokens aside: all that is over the threshold by itself; then, if the rest together still
 * is, the rest too, its texts joined. Under `offload` every size is over.
 * @param structured structured content as JSON, null where there is none of its own
 */
export function candidatesFor(payloads: Payload[], structured: string | null, rule: Rule): Candidate[] {
  const everything = rule.action === 'offload'
  const single = payloads.map((payload) => ({ payload, candidate: fromPayload(payload, rule) }))
  const own = structured === null ? [] : [fromStructured(structured, rule)]

  const large = single.filter(({ candidate }) => candidate.share > 1)
  const small = single.filter(({ candidate }) => candidate.share <= 1)
  const rest = [...small.map(({ candidate }) => candidate), ...own.filter(({ share }) => share <= 1)]
  const restIsOver = everything || rest.reduce((sum, { share }) => sum + share, 0) > 1 + ROUNDING

  const texts = small.filter(({ payload }) => payload.text !== null)
  const blobs = small.filter(({ payload }) => payload.text === null)
  const joined =
    texts.length > 1
      ? [
          joinedFrom(
            texts.map(({ payload }) => payload),
            rule,
          ),
        ]
      : texts.map((t) => t.candidate)
  return [
    ...large.map(({ candidate }) => candidate),
    ...(restIsOver ? [...joined, ...blobs.map(({ candidate }) => candidate)] : []),
    ...own.filter(({ share }) => share > 1 || restIsOver),
  ]
}

function fromPayload(payload: Payload, rule: Rule): Candidate {
  const { source, block, text, mime, uri } = payload
  return {
    text,
    share: text === null ? shareOf(byteLength(payload), rule.thresholdBytes) : textShare(text, rule),
    toPart: () => ({ source, blocks: [block], bytes: bytesOf(payload), mime, uri, boundaries: null }),
  }
}

function fromStructured(json: string, rule: Rule): Candidate {
  return {
    text: json,
    share: textShare(json, rule),
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

function joinedFrom(payloads: Payload[], rule: Rule): Candidate {
  const text = payloads.map((payload) => payload.text ?? '').join('\n')
  return {
    text,
    share: textShare(text, rule),
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

function textShare(text: string, { thresholdBytes, thresholdChars }: Rule): number {
  if (thresholdChars === null) return shareOf(Buffer.byteLength(text), thresholdBytes)
  return shareOf(codePoints(text), thresholdChars)
}

/** A threshold of 0 is exceeded by anything but nothing. */
function shareOf(size: number, threshold: number): number {
  if (threshold > 0) return size / threshold
  return size > 0 ? Infinity : 0
}

function codePoints(text: string): number {
  let surrogates = 0
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) surrogates++
  return text.length - surrogates
}
