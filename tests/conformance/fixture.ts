import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const SERVER = resolve(import.meta.dirname, '../fixtures/conformance/server.ts')

/** The suite's server as a stdio upstream. */
export const FIXTURE_COMMAND = { command: process.execPath, args: [SERVER, 'stdio'] }

/** The suite's server over Streamable HTTP, in a process of its own. */
export async function startFixture(): Promise<{ url: string } & AsyncDisposable> {
  const child = spawn(process.execPath, [SERVER, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { value: url } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (url === undefined) throw new Error('the fixture ended before it was ready')
  return {
    url,
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'close')
      child.kill()
      await closed
    },
  }
}
