import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesystem } from '../unit/gateway/harness.ts'
import { createHome, runCli, type TestHome } from './cli-process.ts'
import { readEvents } from './event-reader.ts'
import { connectMcp } from './mcp-caller.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

const LARGE = Array.from({ length: 2_000 }, (_, line) => `line ${line} of a large file`).join('\n')

describe('capture is paused without a restart', () => {
  let folder: string
  let at: TestHome
  let daemon: RunningDaemon
  let file: { path: string }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spillway-pause-'))
    file = { path: join(folder, 'large.txt') }
    await writeFile(file.path, LARGE)
    at = await createHome({ mcpServers: { fs: filesystem(folder), vault: filesystem(folder) } })
    daemon = await startDaemon(at.home)
  })
  afterAll(async () => {
    await at[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  const kept = async () => {
    const { calls, entries, offloads, inline } = await daemon.api.stats({})
    return { calls, entries, offloads, inline }
  }
  const state = async () => (await (await daemon.fetch('/api/v1/health')).json()) as { capture: string }

  test('a paused call passes whole and leaves nothing, though it asks to be stored', async () => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    expect((await agent.call('fs__read_text_file', file)).entry).not.toBeNull()
    await using events = await readEvents(daemon, { after: 0 })
    await events.until(({ type }) => type === 'call.offloaded')
    const before = await kept()

    expect((await runCli(at.home, 'pause')).stdout).toBe('Capture is paused.\n')
    await events.until(({ type, data }) => type === 'capture.changed' && data['paused'] === true)
    expect(await state()).toMatchObject({ capture: 'paused' })
    const whole = await agent.call('fs__read_text_file', { ...file, scratchpad: 'mine' })
    expect(whole).toEqual({ text: LARGE, entry: null, isError: false })
    const offloaded = await daemon.api.offload({ tool: 'own', content: LARGE, force: true, name: 'kept' })
    expect(offloaded).toEqual({ offloaded: false, text: LARGE })
    const raw = await daemon.fetch('/api/v1/offload?tool=own', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: LARGE,
    })
    expect(await raw.json()).toEqual({ offloaded: false, text: LARGE })
    expect(await kept()).toEqual(before)

    expect((await runCli(at.home, 'resume')).stdout).toBe('Capture is on.\n')
    expect(await state()).toMatchObject({ capture: 'on' })
    expect((await agent.call('fs__read_text_file', file)).entry).not.toBeNull()
  })

  test('one server, or one tool, is left out while the others are taken', async () => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    await daemon.api.pauseCapture({ server: 'vault' })
    expect(await state()).toMatchObject({ capture: 'partly' })
    expect((await agent.call('vault__read_text_file', file)).text).toBe(LARGE)
    expect((await agent.call('fs__read_text_file', file)).entry).not.toBeNull()
    await daemon.api.pauseCapture({ server: 'fs', tool: 'read_text_file' })
    expect((await agent.call('fs__read_text_file', file)).text).toBe(LARGE)
    expect((await agent.call('fs__read_file', file)).entry).not.toBeNull()
    await expect(daemon.api.resumeCapture({ tool: 'fs.*' })).rejects.toMatchObject({
      code: 'not_found',
      hint: 'Left out: vault.*, fs.read_text_file.',
    })
    await daemon.api.resumeCapture({ server: 'vault' })
    expect(await daemon.api.resumeCapture({ tool: 'fs.read_text_file' })).toEqual({
      paused: false,
      exclude: [],
    })
    expect((await agent.call('vault__read_text_file', file)).entry).not.toBeNull()
  })

  test('a pause outlives a restart, and who asks for the state of the daemon sees it', async () => {
    await runCli(at.home, 'pause')
    await daemon.end()
    daemon = await startDaemon(at.home)
    expect(await state()).toMatchObject({ capture: 'paused' })
    await using agent = await connectMcp(daemon.url, daemon.token)
    expect((await agent.call('fs__read_text_file', file)).text).toBe(LARGE)
    await daemon.api.resumeCapture({})
  })
})
