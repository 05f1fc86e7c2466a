import { longStringsIn, withPointers } from '../recording/long-strings.ts'
import { LONGEST_INLINE_RESULT, MARKER, wholePointer } from '../recording/skeleton.ts'
import { parseJson, stringifyJson } from '../rpc/json.ts'
import type { PreparedBlob } from '../store/blob.ts'
import type { Services } from './services.ts'

/** JSON as it lies in a call's row, and the blobs that it points to. */
export interface PackedJson {
  readonly json: string
  readonly blobs: readonly PreparedBlob[]
}

const speaksOfBlobs = (json: string) => json.includes(MARKER)

/** Whether JSON lies in its call's row as it is. */
export const fitsRow = (json: string): boolean => json.length <= LONGEST_INLINE_RESULT && !speaksOfBlobs(json)

/** A short JSON text as it is; of a longer one the long strings become blobs, which are stored once whatever else holds them. */
export async function packJson(services: Services, json: string): Promise<PackedJson> {
  if (fitsRow(json)) return { json, blobs: [] }
  if (!speaksOfBlobs(json)) {
    const value = parseJson(json)
    const texts = longStringsIn(value)
    const blobs = await Promise.all(texts.map((text) => prepareText(services, text, null)))
    const hashes = new Map(texts.map((text, i) => [text, blobs[i]?.sha256 ?? '']))
    const packed = stringifyJson(withPointers(value, hashes))
    if (packed.length <= LONGEST_INLINE_RESULT) return { json: packed, blobs }
  }
  const whole = await prepareText(services, json, 'application/json')
  return { json: wholePointer(whole.sha256), blobs: [whole] }
}

/** A text as a blob without a preview. */
export async function prepareText(
  { ingest }: Services,
  text: string,
  mime: string | null,
): Promise<PreparedBlob> {
  const preview = { style: 'none' as const, tokens: 1, name: null }
  const { blob } = await ingest.prepare({ bytes: Buffer.from(text), mime, asText: true, preview })
  return blob
}
