import { randomNumbers } from './rig/content.ts'
import { startDaemon } from './rig/daemon.ts'
import { HttpLoad } from './rig/http-load.ts'
import { atMost, report } from './rig/report.ts'
import { summarize, timed } from './rig/samples.ts'

/** SQL over a large CSV, and what a query without an end costs others. */

const MB = 1024 * 1024
const COUNTS = 50
const READS = 300
const ENDLESS = 'WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c'

await using daemon = await startDaemon()
using http = new HttpLoad(daemon.url, { authorization: `Bearer ${daemon.token}` })

function orders(bytes: number): { csv: Buffer; rows: number } {
  const random = randomNumbers(11)
  const below = (limit: number) => Math.floor(random() * limit)
  const csv = Buffer.allocUnsafe(bytes)
  let at = csv.write('id,customer,city,quantity,price,ordered\n')
  let rows = 0
  for (;;) {
    const city = below(3) === 0 ? '"Köln, Rhein"' : 'Berlin'
    const date = new Date(Date.UTC(2026, 0, 1) + below(300) * 86_400_000).toISOString().slice(0, 10)
    const row = `${rows},customer ${below(5_000)},${city},${below(90)},${below(10_000) / 100},${date}\n`
    if (at + Buffer.byteLength(row) > bytes) return { csv: csv.subarray(0, at), rows }
    at += csv.write(row, at)
    rows++
  }
}

async function store(body: Buffer): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const reply = await http.send('/api/v1/offload?tool=bench&force=true', { headers, body })
  return (JSON.parse(reply.body.toString()) as { entry: { id: string } }).entry.id
}

const read = (id: string, params: Record<string, unknown>) => http.json(`/api/v1/entries/${id}/read`, params)

const { csv, rows } = orders(50 * MB)
const table = await store(csv)
const count = async () => {
  const { text } = (await read(table, { mode: 'sql', query: 'SELECT count(*) FROM t' })) as { text: string }
  if (text !== `count(*)\n${rows}`) throw new Error(`${text}, not ${rows}`)
}
const firstMs = await timed(count)
const counts: number[] = []
for (let i = 0; i < COUNTS; i++) counts.push(await timed(count))
const groupMs = await timed(() =>
  read(table, { mode: 'sql', query: 'SELECT city, sum(quantity * price) FROM t GROUP BY city' }),
)

const text = await store(Buffer.from('a line of text\n'.repeat(MB / 16)))
const lines = () => timed(() => read(text, { mode: 'lines', start: 30_000, n: 50 }))
const alone: number[] = []
for (let i = 0; i < READS; i++) alone.push(await lines())
const small = await store(Buffer.from('a,b\n1,2\n3,4\n'))
const hostile = { ended: false }
let refusal = ''
const hostileMs = timed(() =>
  read(small, { mode: 'sql', query: ENDLESS }).catch((error: unknown) => {
    refusal = String(error)
  }),
).finally(() => {
  hostile.ended = true
})
const meanwhile: number[] = []
while (!hostile.ended) meanwhile.push(await lines())
if (!refusal.includes('timeout')) throw new Error(`an endless query gave ${refusal || 'an answer'}`)

const counted = summarize(counts)
const besides = summarize(meanwhile)
const endedAfter = await hostileMs
report({
  benchmark: 'reads-sql',
  figures: {
    csv: { bytes: csv.length, rows },
    firstMs,
    countMs: counted,
    groupMs,
    readMs: { alone: summarize(alone), besideAnEndlessQuery: besides },
    endlessQueryMs: endedAfter,
  },
  budgets: [
    atMost('count(*) over a 50 MB CSV once it is loaded, p50 in ms', counted.p50, 50),
    atMost('another read beside an endless query, p99 in ms', besides.p99, 50),
    atMost('an endless query until its error, in ms', endedAfter, 6_000),
  ],
})
