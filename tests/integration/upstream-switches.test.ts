import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RAW } from '../unit/gateway/harness.ts'
import { runCli, runJson } from './cli-process.ts'
import { createDaemon } from './running-daemon.ts'

const raw = { command: process.execPath, args: [RAW], shared: true }

async function createAgent(mcpServers: Record<string, object>) {
  const daemon = await createDaemon({ mcpServers: mcpServers as Record<string, typeof raw> })
  onTestFinished(() => daemon[Symbol.asyncDispose]())
  const connect = async (path: string) => {
    const client = new Client({ name: 'agent', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${daemon.token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(path, daemon.url), { requestInit }))
    onTestFinished(() => client.close())
    return client
  }
  const client = await connect('/mcp')
  const changes: number[] = []
  client.setNotificationHandler('notifications/tools/list_changed', () => void changes.push(Date.now()))
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  const call = async (name: string) => {
    const result = await client.callTool({ name, arguments: {} })
    const [block] = result.content
    return { isError: result.isError === true, text: block?.type === 'text' ? block.text : '' }
  }
  // The tool that tells it is not listed, so it is only known where its server is alone.
  const pid = async (server: string) => {
    const { content } = await (
      await connect(`/mcp/${server}`)
    ).callTool({ name: 'environment', arguments: {} })
    return content[0]?.type === 'text' ? (JSON.parse(content[0].text) as { pid: number }).pid : null
  }
  const told = async () => {
    for (let tries = 0; changes.length === 0 && tries < 200; tries++) await sleep(20)
    return changes.splice(0).length > 0
  }
  return { daemon, names, call, pid, told }
}

describe('a tool that its server does not list', () => {
  test('is called all the same, under its prefix as where its server is alone', async () => {
    const { names, call } = await createAgent({ raw })
    expect(await names()).not.toContain('raw__cancellations')
    expect(await call('raw__cancellations')).toEqual({ isError: false, text: '[]' })
  })

  test('is refused by its server where that does not know it either, and by us where it is switched off', async () => {
    const { call } = await createAgent({ raw: { ...raw, disabledTools: ['cancellations'] } })
    await expect(call('raw__no_such_tool')).rejects.toThrow('unknown tool no_such_tool')
    expect(await call('raw__cancellations')).toEqual({
      isError: true,
      text: 'unavailable: the tool cancellations of raw is switched off',
    })
    await expect(call('nobody__nothing')).rejects.toThrow('Unknown tool: nobody__nothing')
  })
})

describe('servers and tools are switched without a restart', () => {
  test('a tool that is switched off is not listed and not called, and its server goes on', async () => {
    const { daemon, names, call, pid, told } = await createAgent({ raw, other: raw })
    expect(await names()).toContain('raw__odd')
    const before = [await pid('raw'), await pid('other')]

    await runJson(daemon.home, 'upstreams', 'disable', 'raw', '--tool', 'odd', 'fail')
    expect(await told()).toBe(true)
    expect(await names()).not.toContain('raw__odd')
    expect(await names()).toContain('other__odd')
    expect(await call('raw__odd')).toEqual({
      isError: true,
      text: 'unavailable: the tool odd of raw is switched off',
    })
    expect([await pid('raw'), await pid('other')]).toEqual(before)
    const { items } = await daemon.api.listUpstreamTools({ name: 'raw' })
    expect(items.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['odd'])

    await runJson(daemon.home, 'upstreams', 'enable', 'raw', '--tool', 'odd')
    expect(await told()).toBe(true)
    expect(await names()).toContain('raw__odd')
    expect(await pid('raw')).toBe(before[0])
    const [status] = (await daemon.api.listUpstreams({})).items
    expect(status).toMatchObject({ name: 'raw', disabledTools: ['fail'], state: 'ready' })
  })

  test('where some tools alone are on, no other is listed or called, and one that is switched on joins them', async () => {
    const { daemon, names, call } = await createAgent({ raw: { ...raw, enabledTools: ['read_*'] } })
    const listed = async () => (await names()).filter((name) => name.startsWith('raw__'))
    expect(await listed()).toEqual([])
    const { items } = await daemon.api.listUpstreamTools({ name: 'raw' })
    expect(items.map(({ name, enabled }) => [name, enabled])).toContainEqual(['odd', false])
    expect((await call('raw__odd')).text).toContain('switched off')
    const status = await daemon.api.updateUpstream({ name: 'raw', tools: { odd: true } })
    expect(status).toMatchObject({ enabledTools: ['read_*', 'odd'], tools: 1 })
    expect(await listed()).toEqual(['raw__odd'])
  })

  test('a server that is switched off disappears, the others keep their processes, and it comes back', async () => {
    const { daemon, names, call, pid, told } = await createAgent({ raw, other: raw })
    await names()
    const before = await pid('other')
    const off = await runCli(daemon.home, 'upstreams', 'disable', 'raw')
    expect(off).toMatchObject({ code: 0, stdout: 'raw: off\n' })
    expect(await told()).toBe(true)
    expect((await names()).filter((name) => name.startsWith('raw__'))).toEqual([])
    expect((await daemon.api.listUpstreams({})).items[0]).toMatchObject({ state: 'disabled', instances: 0 })
    await expect(call('raw__odd')).rejects.toThrow('Unknown tool')
    expect(await pid('other')).toBe(before)
    await runCli(daemon.home, 'upstreams', 'enable', 'raw')
    expect((await names()).filter((name) => name.startsWith('raw__'))).not.toEqual([])
  })

  test('switching keeps the comments of the file, and understands how clients spell it', async () => {
    const { daemon, names } = await createAgent({})
    const file = join(daemon.home, 'config.json')
    const server = JSON.stringify({ ...raw, disabled: true, disabledTools: ['f*'] })
    await writeFile(file, `{ // mine\n  "server": { "port": 0 },\n  "mcpServers": { "raw": ${server} }\n}\n`)
    await expect
      .poll(async () => (await daemon.api.listUpstreams({})).items, { timeout: 30_000 })
      .toHaveLength(1)
    expect((await daemon.api.listUpstreams({})).items[0]?.state).toBe('disabled')
    await daemon.api.updateUpstream({ name: 'raw', enabled: true })
    expect((await names()).filter((name) => /__f/.test(name))).toEqual([])
    expect(await names()).toContain('raw__odd')
    const text = await readFile(file, 'utf8')
    expect(text).toContain('// mine')
    expect(text).not.toContain('"disabled"')
    await expect(daemon.api.updateUpstream({ name: 'raw', tools: { fail: true } })).rejects.toMatchObject({
      code: 'conflict',
      message: 'fail is switched off by the pattern f*.',
    })
    await expect(daemon.api.updateUpstream({ name: 'nobody', enabled: true })).rejects.toMatchObject({
      code: 'not_found',
    })
    await writeFile(file, '{ "mcpServers": ')
    await expect(daemon.api.updateUpstream({ name: 'raw', enabled: false })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await readFile(file, 'utf8')).toBe('{ "mcpServers": ')
  })
})
