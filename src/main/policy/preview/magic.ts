/** What the first bytes of a file say it is. */
export interface Magic {
  readonly mime: string
  /** Pixels, where the format says so at its start. */
  readonly dimensions: { readonly width: number; readonly height: number } | null
}

interface Signature {
  readonly mime: string
  /** Byte offset and the bytes there, in hex. */
  readonly at: readonly (readonly [number, string])[]
}

const SIGNATURES: readonly Signature[] = [
  { mime: 'image/png', at: [[0, '89504e470d0a1a0a']] },
  { mime: 'image/jpeg', at: [[0, 'ffd8ff']] },
  { mime: 'image/gif', at: [[0, '474946383761']] },
  { mime: 'image/gif', at: [[0, '474946383961']] },
  {
    mime: 'image/webp',
    at: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
  {
    mime: 'image/bmp',
    at: [
      [0, '424d'],
      [6, '00000000'],
    ],
  },
  { mime: 'image/tiff', at: [[0, '49492a00']] },
  { mime: 'image/tiff', at: [[0, '4d4d002a']] },
  { mime: 'image/x-icon', at: [[0, '00000100']] },
  { mime: 'image/avif', at: [[4, '6674797061766966']] },
  { mime: 'image/heic', at: [[4, '6674797068656963']] },
  {
    mime: 'audio/wav',
    at: [
      [0, '52494646'],
      [8, '57415645'],
    ],
  },
  { mime: 'audio/mpeg', at: [[0, '494433']] },
  { mime: 'audio/ogg', at: [[0, '4f676753']] },
  { mime: 'audio/flac', at: [[0, '664c6143']] },
  { mime: 'video/mp4', at: [[4, '66747970']] },
  { mime: 'video/webm', at: [[0, '1a45dfa3']] },
  { mime: 'application/pdf', at: [[0, '255044462d']] },
  { mime: 'application/gzip', at: [[0, '1f8b']] },
  { mime: 'application/zstd', at: [[0, '28b52ffd']] },
  { mime: 'application/x-bzip2', at: [[0, '425a68']] },
  { mime: 'application/x-xz', at: [[0, 'fd377a585a00']] },
  { mime: 'application/x-7z-compressed', at: [[0, '377abcaf271c']] },
  { mime: 'application/zip', at: [[0, '504b0304']] },
  { mime: 'application/zip', at: [[0, '504b0506']] },
  { mime: 'application/x-tar', at: [[257, '7573746172']] },
  { mime: 'application/vnd.sqlite3', at: [[0, '53514c69746520666f726d6174203300']] },
  { mime: 'application/x-elf', at: [[0, '7f454c46']] },
  { mime: 'application/vnd.microsoft.portable-executable', at: [[0, '4d5a']] },
  { mime: 'application/x-mach-binary', at: [[0, 'cffaedfe']] },
  { mime: 'application/java-vm', at: [[0, 'cafebabe']] },
  { mime: 'application/wasm', at: [[0, '0061736d']] },
  { mime: 'application/vnd.apache.parquet', at: [[0, '50415231']] },
  { mime: 'font/woff2', at: [[0, '774f4632']] },
  { mime: 'font/woff', at: [[0, '774f4646']] },
]

/** The type of a file by its first bytes, null where they tell nothing. */
export function readMagic(bytes: Uint8Array): Magic | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const signature = SIGNATURES.find(({ at }) =>
    at.every(([offset, hex]) => start.toString('hex', offset, offset + hex.length / 2) === hex),
  )
  return signature ? { mime: signature.mime, dimensions: dimensionsOf(signature.mime, start) } : null
}

function dimensionsOf(mime: string, bytes: Buffer): Magic['dimensions'] {
  if (mime === 'image/png' && bytes.length >= 24) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (mime === 'image/gif' && bytes.length >= 10) {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  if (mime === 'image/bmp' && bytes.length >= 26) {
    // A negative height means that rows go from the top.
    return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  }
  if (mime === 'image/jpeg') return jpegDimensions(bytes)
  if (mime === 'image/webp') return webpDimensions(bytes)
  return null
}

/** Walks the segments up to the frame header, which may lie behind a long profile and so out of reach. */
function jpegDimensions(bytes: Buffer): Magic['dimensions'] {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function webpDimensions(bytes: Buffer): Magic['dimensions'] {
  if (bytes.length < 30) return null
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ') {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  }
  if (chunk !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
