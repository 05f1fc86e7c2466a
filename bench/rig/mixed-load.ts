/**
 * `mixed-load.ts URL TOKEN`: everything at once until it is ended: results of 1 MB stored two at a time, four readers, and 16
 * callers of a small MCP tool. A process of its own, so that its work does not delay whoever measures.
 */
import { UniqueContents } from './content.ts'
import { HttpLoad } from './http-load.ts'
import { RawMcp } from './raw-mcp.ts'

const [url, token] = process.argv.slice(2)
if (url === undefined || token === undefined) throw new Error('mixed-load.ts URL TOKEN')

const MB = 1024 * 1024
const contents = new UniqueContents(MB)
const http = new HttpLoad(url, { authorization: `Bearer ${token}` })
const done = { offloads: 0, reads: 0, calls: 0 }
const ended = new AbortController()

async function offload(): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const body = contents.next(MB)
  const reply = await http.send('/api/v1/offload?tool=load&force=true', { headers, body })
  done.offloads++
  return (JSON.parse(reply.body.toString()) as { entry: { id: string } }).entry.id
}

async function read(id: string): Promise<void> {
  const start = Math.floor(Math.random() * 900_000)
  await http.json(`/api/v1/entries/${id}/read`, { mode: 'range', start, end: start + 4_096 })
  done.reads++
}

async function call(caller: RawMcp): Promise<void> {
  await caller.callTool('echo__echo', { text: 'a small call' })
  done.calls++
}

const first = await offload()
const callers = await Promise.all(Array.from({ length: 16 }, () => new RawMcp(http, '2025-11-25').open()))
// The first call of a session starts its instance of the upstream.
await Promise.all(callers.map((caller) => call(caller)))
const untilEnded = async (act: () => Promise<unknown>) => {
  while (!ended.signal.aborted) await act()
}
process.once('SIGTERM', () => ended.abort())
process.stdout.write('running\n')
await Promise.all([
  ...Array.from({ length: 2 }, () => untilEnded(offload)),
  ...Array.from({ length: 4 }, () => untilEnded(() => read(first))),
  ...callers.map((caller) => untilEnded(() => call(caller))),
])
http[Symbol.dispose]()
process.stdout.write(`${JSON.stringify(done)}\n`)
