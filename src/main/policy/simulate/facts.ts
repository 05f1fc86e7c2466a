import { stringifyJson } from '../../rpc/json.ts'
import { weightOf, weightOfText } from '../candidates.ts'
import { estimateTokens } from '../estimate.ts'
import { payloadsOf, type ToolResult } from '../payload.ts'
import { findTwin } from '../twin.ts'

/** All that deciding about a piece takes, so that thousands of policies can be tried without its text. */
export interface PieceFacts {
  readonly isText: boolean
  readonly isMedia: boolean
  readonly bytes: number
  readonly chars: number
  /** Estimated, as when it was decided. */
  readonly tokens: number
  /** Of its first 200 characters, its first 500 and its last 500: what the fixed previews show. */
  readonly terse: number
  readonly head: number
  readonly tail: number
}

export interface ResultFacts {
  readonly pieces: readonly PieceFacts[]
  /** Structured content that says something of its own. */
  readonly structured: PieceFacts | null
  readonly isError: boolean
  readonly rawBytes: number
}

/** What is known of a text that is too long to look at. */
export interface LongText {
  readonly bytes: number
  readonly chars: number
}

/** Of text that was not looked at: what 500 and 200 characters of logs, code and JSON usually come to. */
const USUAL = { perChar: 0.3, head: 150, terse: 60 } as const

/**
 * @param longText what stands for a text that was left where it is; null: the text is what it is
 */
export function factsOf(result: ToolResult, longText: (text: string) => LongText | null): ResultFacts {
  const payloads = payloadsOf(result)
  const { structuredContent } = result
  const twin = findTwin(payloads, structuredContent)
  const pieces = payloads.map((payload) => {
    const text = payload.text ?? payload.base64 ?? ''
    const { isText, bytes, chars } = weightOf(payload)
    const isMedia = payload.source === 'media'
    const long = longText(text)
    if (long) return ofLongText(long, isMedia)
    return { isText, isMedia, bytes, chars, ...tokensOf(text) }
  })
  const own =
    twin !== null || structuredContent === undefined ? null : structuredFacts(structuredContent, longText)
  const rawBytes = pieces.reduce((sum, { bytes }) => sum + bytes, own?.bytes ?? 0)
  return { pieces, structured: own, isError: result.isError === true, rawBytes }
}

/** Where nothing but sizes is left of a result. */
export const factsOfSize = (rawBytes: number, isError: boolean): ResultFacts => ({
  pieces: [ofLongText({ bytes: rawBytes, chars: rawBytes }, false)],
  structured: null,
  isError,
  rawBytes,
})

function structuredFacts(value: unknown, longText: (text: string) => LongText | null): PieceFacts {
  const long = typeof value === 'string' ? longText(value) : null
  if (long) return ofLongText(long, false)
  const json = stringifyJson(value)
  const { bytes, chars } = weightOfText(json)
  return { isText: true, isMedia: false, bytes, chars, ...tokensOf(json) }
}

const ofLongText = ({ bytes, chars }: LongText, isMedia: boolean): PieceFacts => {
  const tokens = Math.ceil(chars * USUAL.perChar)
  const most = (usual: number) => Math.min(usual, tokens)
  return {
    isText: true,
    isMedia,
    bytes,
    chars,
    tokens,
    terse: most(USUAL.terse),
    head: most(USUAL.head),
    tail: most(USUAL.head),
  }
}

/** Texts that are too short to be worth a reference are not cut up. */
function tokensOf(text: string): Pick<PieceFacts, 'tokens' | 'terse' | 'head' | 'tail'> {
  const tokens = estimateTokens(text)
  if (text.length <= 200) return { tokens, terse: tokens, head: tokens, tail: 0 }
  return {
    tokens,
    terse: estimateTokens(text.slice(0, 200)),
    head: estimateTokens(text.slice(0, 500)),
    tail: text.length > 500 ? estimateTokens(text.slice(-500)) : 0,
  }
}
