/** A parsed MCP `CallToolResult`. Typed loosely: unknown block types and fields must survive untouched, and so must what is wrong. */
export interface ToolResult {
  content?: unknown
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
  [field: string]: unknown
}

/** One piece of a result's payload that could become an entry, before its bytes are made. */
export interface Payload {
  readonly source: 'text' | 'resource' | 'media'
  /** Its place in `content`. */
  readonly block: number
  /** Null for what is not text. */
  readonly text: string | null
  /** Standard base64 for what is not text, else null. */
  readonly base64: string | null
  readonly mime: string | null
  readonly uri: string | null
}

/** The blocks of a result; none where a server sent something else in their place. */
export const blocksOf = ({ content }: ToolResult): readonly unknown[] =>
  Array.isArray(content) ? content : []

/** The text, embedded resources, images and audio of a result, in order. Links and unknown blocks have no payload. */
export function payloadsOf(result: ToolResult): Payload[] {
  return blocksOf(result).flatMap((block, index) => payloadOf(block, index) ?? [])
}

function payloadOf(block: unknown, index: number): Payload | null {
  if (!isRecord(block)) return null
  if (block['type'] === 'text' && typeof block['text'] === 'string') {
    return { source: 'text', block: index, text: block['text'], base64: null, mime: null, uri: null }
  }
  if (block['type'] === 'resource' && isRecord(block['resource'])) {
    const { text, blob, mimeType, uri } = block['resource']
    const named = { block: index, mime: stringOrNull(mimeType), uri: stringOrNull(uri) }
    if (typeof text === 'string') return { source: 'resource', text, base64: null, ...named }
    if (typeof blob === 'string') return { source: 'resource', ...encoded(blob), ...named }
  }
  if ((block['type'] === 'image' || block['type'] === 'audio') && typeof block['data'] === 'string') {
    const mime = stringOrNull(block['mimeType'])
    return { source: 'media', block: index, ...encoded(block['data']), mime, uri: null }
  }
  return null
}

/** What calls itself base64 and is not would not come back as it was, so it is kept as the text that it is. */
function encoded(data: string): Pick<Payload, 'text' | 'base64'> {
  return isBase64(data) ? { text: null, base64: data } : { text: data, base64: null }
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data)
}

/** Of long payloads that were measured: several steps ask, and where a text is not all ASCII it takes a millisecond for each megabyte. */
const lengths = new WeakMap<Payload, number>()
const LONG_BYTES = 16_384

/** The bytes as they are stored: UTF-8 for text, decoded for base64. */
export function bytesOf(payload: Payload): Uint8Array {
  if (payload.base64 !== null) return Buffer.from(payload.base64, 'base64')
  const text = payload.text ?? ''
  const length = lengths.get(payload)
  if (length === undefined) return Buffer.from(text)
  // `Buffer.from` would measure it once more.
  const bytes = Buffer.allocUnsafeSlow(length)
  bytes.write(text)
  return bytes
}

/** `bytesOf(payload).length` without making them. */
export function byteLength(payload: Payload): number {
  const known = lengths.get(payload)
  if (known !== undefined) return known
  const { text, base64 } = payload
  if (base64 !== null) return Buffer.byteLength(base64, 'base64')
  const length = Buffer.byteLength(text ?? '')
  if (length >= LONG_BYTES) lengths.set(payload, length)
  return length
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
