import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryMb, peakMemoryMb } from '../../bench/rig/memory.ts'
import { createHome } from '../integration/cli-process.ts'
import { connectMcp } from '../integration/mcp-caller.ts'
import { startTestDaemon } from './desktop-app.ts'

const MESSAGE_BYTES = 32 * 1024 * 1024
const RAW = join(import.meta.dirname, '../fixtures/upstreams/raw.mjs')

test.runIf(process.platform === 'linux')(
  'a message of 32 MiB adds less than two and a half times its size to the memory of the daemon',
  async () => {
    await using stack = new AsyncDisposableStack()
    const { home } = stack.use(
      await createHome({ mcpServers: { raw: { command: process.execPath, args: [RAW] } } }),
    )
    const daemon = await startTestDaemon(home)
    stack.defer(() => daemon.stop())
    const agent = stack.use(await connectMcp(daemon.url, daemon.token))
    // The threads that a result needs are there by then, and have what they need themselves.
    await agent.call('raw__large', { bytes: 100_000 })
    const before = (await memoryMb(daemon.pid)) ?? Number.NaN
    const { entry } = await agent.call('raw__large', { bytes: MESSAGE_BYTES })
    expect(entry).not.toBeNull()
    const added = ((await peakMemoryMb(daemon.pid)) ?? Number.NaN) - before
    expect((added * 1e6) / MESSAGE_BYTES).toBeLessThan(2.5)
  },
)
