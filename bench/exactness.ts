import { atMost, report } from './rig/report.ts'
import { randomNumbers } from './rig/content.ts'
import { startDaemon } from './rig/daemon.ts'

/**
 * Stores random contents of every kind and encoding and reads each back whole, by `Range`, by characters and by lines, beside what
 * the bytes themselves say. Not a speed: the figure is how many differed, and it must be none.
 */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 10_000)
const LARGEST = 5 * 1024 * 1024
const ALPHABETS = [
  'abc \n',
  'größe — „Ü“\n',
  '日本語テキスト\n',
  '🧊👩‍👩‍👧‍👦é\r\n',
  '{"a":[1,2]},\n',
  '0123456789,;\t\n',
]

const random = randomNumbers(20_261_121)
const below = (limit: number) => Math.floor(random() * limit)

/** Mostly small, now and then up to 5 MB: every order of magnitude is as likely as another. */
const randomSize = () => Math.floor(Math.exp(random() * Math.log(LARGEST)))

function randomText(units: number): string {
  const alphabet = Array.from(ALPHABETS[below(ALPHABETS.length)] ?? 'x')
  const word = Array.from({ length: 97 + below(900) }, () => alphabet[below(alphabet.length)]).join('')
  return word
    .repeat(Math.ceil(units / word.length))
    .slice(0, units)
    .toWellFormed()
}

interface Document {
  readonly bytes: Buffer
  /** Null: binary. */
  readonly text: string | null
}

function randomDocument(): Document {
  const size = randomSize()
  const kind = below(5)
  if (kind === 0) {
    const bytes = Buffer.allocUnsafe(size)
    for (let i = 0; i < size; i++) bytes[i] = below(256)
    // Neither valid UTF-8 nor the start of UTF-16.
    bytes[0] = 0xc0
    return { bytes, text: null }
  }
  const text = randomText(size)
  if (kind === 1) return { bytes: Buffer.from(`\ufeff${text}`, 'utf16le'), text: `\ufeff${text}` }
  return { bytes: Buffer.from(text), text }
}

await using daemon = await startDaemon({ policy: { action: 'offload' } })
const headers = { authorization: `Bearer ${daemon.token}`, 'spillway-view': '1' }
const url = (path: string) => `${daemon.url}/api/v1${path}`

async function store({ bytes }: Document): Promise<string> {
  const response = await fetch(url('/offload?tool=random&force=true'), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  const { entry } = (await response.json()) as { entry: { id: string } }
  return entry.id
}

async function content(id: string, range?: string): Promise<Buffer> {
  const response = await fetch(url(`/entries/${id}/content`), {
    headers: { ...headers, ...(range ? { range } : {}) },
  })
  return Buffer.from(await response.arrayBuffer())
}

async function slice(id: string, params: object): Promise<string> {
  const response = await fetch(url(`/entries/${id}/read`), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  return ((await response.json()) as { text: string }).text
}

/** What of one document did not come back as it went in. */
async function differences(document: Document): Promise<string[]> {
  const { bytes, text } = document
  const id = await store(document)
  const wrong: string[] = []
  const expectSame = (what: string, got: Buffer | string, wanted: Buffer | string) => {
    const same = typeof got === 'string' ? got === wanted : Buffer.isBuffer(wanted) && got.equals(wanted)
    if (!same) wrong.push(`${what} of ${bytes.length} bytes`)
  }
  expectSame('the whole', await content(id), bytes)
  const start = below(bytes.length)
  const end = start + 1 + below(Math.min(9_000, bytes.length - start))
  expectSame('a Range', await content(id, `bytes=${start}-${end - 1}`), bytes.subarray(start, end))
  if (text === null) {
    const base64 = await slice(id, { mode: 'range', start, end })
    expectSame('a range', Buffer.from(base64, 'base64'), bytes.subarray(start, end))
    return wrong
  }
  const points = Array.from(text)
  const from = below(points.length)
  const to = from + below(5_000)
  expectSame(
    'a range',
    await slice(id, { mode: 'range', start: from, end: to }),
    points.slice(from, to).join(''),
  )
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const line = below(lines.length)
  const wanted = lines.slice(line, line + 3).join('')
  if (Array.from(wanted).length <= 30_000)
    expectSame('lines', await slice(id, { mode: 'lines', start: line + 1, end: line + 4 }), wanted)
  return wrong
}

const wrong: string[] = []
let bytes = 0
for (let i = 0; i < DOCUMENTS; i++) {
  const document = randomDocument()
  bytes += document.bytes.length
  wrong.push(...(await differences(document)))
  if (i % 1_000 === 999) process.stderr.write(`  ${i + 1} documents\n`)
}
report({
  benchmark: 'exactness',
  figures: { documents: DOCUMENTS, bytes, wrong: wrong.slice(0, 20) },
  budgets: [atMost('documents that came back different', wrong.length, 0)],
})
