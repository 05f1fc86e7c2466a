/**
 * The least that can stand between Streamable HTTP and a stdio server: it changes ids and nothing else, keeps no session, stores
 * nothing and lets everybody in. What a call takes through it is what no gateway can save. Prints its URL.
 */
import { spawn } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { ECHO_COMMAND } from './echo.ts'

interface Message {
  id?: unknown
}
interface Waiting {
  readonly id: unknown
  readonly response: ServerResponse
}

const child = spawn(ECHO_COMMAND.command, ECHO_COMMAND.args, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map<unknown, Waiting>()
let lastId = 0

createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line) as Message
  const asked = waiting.get(message.id)
  if (!asked) return
  waiting.delete(message.id)
  const body = JSON.stringify({ ...message, id: asked.id })
  asked.response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'mcp-session-id': 'everybody',
  })
  asked.response.end(body)
})

function carry(body: string, response: ServerResponse): void {
  const message = JSON.parse(body) as Message
  if (message.id === undefined) {
    response.writeHead(202).end()
  } else {
    const id = ++lastId
    waiting.set(id, { id: message.id, response })
    message.id = id
  }
  child.stdin.write(`${JSON.stringify(message)}\n`)
}

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(405).end()
    return
  }
  let body = ''
  request
    .setEncoding('utf8')
    .on('data', (piece: string) => (body += piece))
    .once('end', () => carry(body, response))
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
process.once('SIGTERM', () => {
  child.kill()
  process.exit()
})
