import { isUtf8 } from 'node:buffer'
import { scrub } from '../../policy/redaction/scrub.ts'
import { promisedEncoding } from '../text/charset.ts'
import type { ScrubOrder, Scrubbed, ScrubState } from './protocol.ts'

export const START: ScrubState = { encoding: null, tail: new Uint8Array(0), context: '', carry: '' }
export const START_TEXT: ScrubState = { ...START, encoding: 'utf-8' }

type Charset = NonNullable<ScrubState['encoding']>

/** Redacts the next piece of a content. What is valid UTF-8 so far is read as that; from the first byte that is not, as bytes. */
export function scrubBytes({ state, bytes, final, patterns }: ScrubOrder): Scrubbed {
  const all = Buffer.concat([state.tail, bytes])
  const ENOUGH_TO_TELL = 4
  if (state.encoding === null && all.length < ENOUGH_TO_TELL && !final)
    return { state: { ...state, tail: all }, bytes: new Uint8Array(0), counts: {} }
  const promised = state.encoding ?? promisedEncoding(all)
  const end = final ? all.length : wholeCharacters(all, promised)
  const body = all.subarray(0, end)
  const isText = promised !== 'utf-8' || isUtf8(body)
  const encoding = isText ? promised : 'latin1'
  const before = isText ? state : { context: asBytes(state.context), carry: asBytes(state.carry) }
  const { text, held, counts } = scrub(before, decode(body, encoding), final, patterns)
  return {
    state: { ...held, encoding, tail: new Uint8Array(all.subarray(end)) },
    bytes: encode(text, encoding),
    counts,
  }
}

const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

function decode(bytes: Buffer, charset: Charset): string {
  if (charset === 'utf-16be') return swapped(bytes).toString('utf16le')
  return bytes.toString(charset === 'utf-16le' ? 'utf16le' : charset === 'utf-8' ? 'utf8' : 'latin1')
}

function encode(text: string, charset: Charset): Uint8Array {
  if (charset === 'utf-16be') return swapped(Buffer.from(text, 'utf16le'))
  return Buffer.from(text, charset === 'utf-16le' ? 'utf16le' : charset === 'utf-8' ? 'utf8' : 'latin1')
}

/** An odd last byte stays where it is. */
function swapped(bytes: Buffer): Buffer {
  const even = bytes.length - (bytes.length % 2)
  return Buffer.concat([Buffer.from(bytes.subarray(0, even)).swap16(), bytes.subarray(even)])
}

/** How many of the bytes are characters that have come whole. */
function wholeCharacters(bytes: Buffer, charset: Charset): number {
  if (charset === 'latin1') return bytes.length
  if (charset !== 'utf-8') return bytes.length - (bytes.length % 2)
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
