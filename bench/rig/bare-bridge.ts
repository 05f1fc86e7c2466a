/**
 * The least that can stand between a client's stdio and a server of another process's: `bare-bridge.ts serve` starts the server for
 * each connection and prints its URL, `bare-bridge.ts URL` is what the client starts. Both copy bytes and read none of them.
 */
import { spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'
import { ECHO_COMMAND } from './echo.ts'

function serve(): void {
  const server = createServer((socket) => {
    const child = spawn(ECHO_COMMAND.command, ECHO_COMMAND.args, { stdio: ['pipe', 'pipe', 'inherit'] })
    socket.pipe(child.stdin)
    child.stdout.pipe(socket)
    socket.once('close', () => child.kill())
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`tcp://127.0.0.1:${port}\n`)
  })
}

function carry(url: string): void {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port) })
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
}

const [, , mode = 'serve'] = process.argv
if (mode === 'serve') serve()
else carry(mode)
