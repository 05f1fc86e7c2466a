import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { parseJson, stringifyJson } from '../../../src/main/rpc/json.ts'
import type { Params } from '../../../src/main/rpc/message.ts'
import { RAW, filesystem, gatewayTo, raw, scope, textOf, until } from './harness.ts'

describe('gateway', () => {
  it('passes tools and results through byte for byte', async () => {
    const { gateway } = await gatewayTo({ raw: raw() })
    const caller = scope()
    const source = await readFile(RAW, 'utf8')
    const odd = (await gateway.listTools(caller)).find(({ tool }) => tool === 'odd')
    expect(odd?.publicName).toBe('raw__odd')
    expect(source).toContain(stringifyJson(odd?.definition))
    expect(source).toContain(stringifyJson(await gateway.callTool(caller, 'raw', 'odd', {})))
    const sent = '{"n":12345678901234567890,"f":1.0,"deep":[{"e":1e5}]}'
    const received = stringifyJson(
      await gateway.callTool(caller, 'raw', 'raw_echo', {
        arguments: parseJson(sent),
        future: true,
        name: 'ours',
      }),
    )
    expect(received).toContain(`"arguments":${sent},"future":true,"name":"raw_echo"`)
    await expect(gateway.callTool(caller, 'raw', 'fail', {})).rejects.toMatchObject({
      name: 'RpcError',
      code: -32_042,
      message: 'odd failure',
    })
  })

  it('lists all pages, and remembers them when the server is gone', async () => {
    const { gateway } = await gatewayTo({ raw: raw('--tools', '25', '--page', '7') })
    expect(await gateway.listTools(scope())).toHaveLength(27)
    await gateway.restart('raw')
    expect(gateway.status()[0]).toMatchObject({ state: 'idle', tools: 27, instances: 0 })
    const started = performance.now()
    expect(await gateway.listTools(scope())).toHaveLength(27)
    expect(performance.now() - started).toBeLessThan(50)
    expect(gateway.status()[0]).toMatchObject({ instances: 0 })
  })

  it('starts nothing before it is needed, and one instance per session', async () => {
    const { gateway } = await gatewayTo({ raw: raw(), common: { ...raw(), shared: true } })
    expect(gateway.status().map(({ state }) => state)).toEqual(['idle', 'idle'])
    const pidOf = async (server: string, caller = scope()) =>
      (JSON.parse(textOf(await gateway.callTool(caller, server, 'environment', {}))) as { pid: number }).pid
    const [one, two] = [scope(), scope()]
    const pids = [await pidOf('raw', one), await pidOf('raw', two), await pidOf('raw', one)]
    expect(pids[0]).toBe(pids[2])
    expect(pids[0]).not.toBe(pids[1])
    expect(await pidOf('common', one)).toBe(await pidOf('common', two))
    expect(await pidOf('raw', scope({ shared: true }))).toBe(await pidOf('raw', scope({ shared: true })))
    expect(gateway.status()[0]?.instances).toBe(3)
    await gateway.endSession(one.session)
    expect(gateway.status()[0]?.instances).toBe(2)
    expect(await pidOf('raw', one)).not.toBe(pids[0])
  })

  it('starts a server in the folder of its session, a shared one in that of nobody', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spillway-session-'))
    const { gateway } = await gatewayTo({ raw: raw() })
    const result = await gateway.callTool(scope({ cwd: folder }), 'raw', 'environment', {})
    expect(JSON.parse(textOf(result))).toMatchObject({ cwd: folder })
    const common = await gateway.callTool(scope({ cwd: folder, shared: true }), 'raw', 'environment', {})
    expect(JSON.parse(textOf(common))).toMatchObject({ cwd: process.cwd() })
    await rm(folder, { recursive: true })
  })

  it('ends an instance that nobody uses any more', async () => {
    const { gateway } = await gatewayTo({ raw: raw() }, { idleMs: 200 })
    await gateway.callTool(scope(), 'raw', 'slow', { arguments: { ms: 400 } })
    expect(gateway.status()[0]).toMatchObject({ state: 'ready', instances: 1 })
    await until(() => gateway.status()[0]?.state === 'idle', 'the instance ends')
    expect(gateway.status()[0]).toMatchObject({ instances: 0, error: null })
  })

  it('lets no broken upstream delay or break the others', async () => {
    const { gateway, changed } = await gatewayTo(
      {
        good: raw(),
        missing: { command: '/nowhere/server' },
        mute: raw('--mute'),
        late: raw('--slow-start', '2000'),
        off: { ...raw(), enabled: false },
        refused: { url: 'http://127.0.0.1:9/mcp' },
      },
      { firstListMs: 300, startMs: 10_000 },
    )
    await gateway.callTool(scope(), 'good', 'echo', {})
    await until(() => gateway.status()[0]?.tools === 2, 'the good server is listed')
    const started = performance.now()
    const tools = await gateway.listTools(scope())
    // The mute server alone takes 5 s to be given up.
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(new Set(tools.map(({ server }) => server))).toEqual(new Set(['good']))
    await until(() => changed.includes('late'), 'the late server is announced')
    expect((await gateway.listTools(scope())).some(({ server }) => server === 'late')).toBe(true)
    const status = Object.fromEntries(gateway.status().map((each) => [each.name, each]))
    expect(status['missing']).toMatchObject({
      state: 'failed',
      error: 'the command /nowhere/server was not found',
    })
    expect(status['refused']).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('ECONNREFUSED'),
    })
    expect(status['off']).toMatchObject({ state: 'disabled' })
    await expect(gateway.callTool(scope(), 'off', 'echo', {})).rejects.toMatchObject({ code: 'unavailable' })
    await expect(gateway.callTool(scope(), 'missing', 'echo', {})).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('/nowhere/server was not found'),
    })
    await expect(gateway.callTool(scope(), 'none', 'echo', {})).rejects.toMatchObject({ code: 'not_found' })
    expect(textOf(await gateway.callTool(scope(), 'good', 'echo', { arguments: { a: 1 } }))).toBe('{"a":1}')
  })

  it('waits for a server that does not start once, and not again in each listing', async () => {
    const { gateway } = await gatewayTo({ mute: raw('--mute') }, { firstListMs: 2_000, startMs: 60_000 })
    const timed = async () => {
      const started = performance.now()
      await gateway.listTools(scope())
      return performance.now() - started
    }
    expect(await timed()).toBeGreaterThan(1_900)
    expect(await timed()).toBeLessThan(1_000)
  })

  it('announces tools that change', async () => {
    const { gateway, changed } = await gatewayTo({ raw: raw() })
    const caller = scope()
    await gateway.listTools(caller)
    expect(changed).toEqual([])
    await gateway.callTool(caller, 'raw', 'add_tools', { arguments: { count: 3 } })
    await until(() => changed.length > 0, 'the change is announced')
    expect(changed).toEqual(['raw'])
    expect(await gateway.listTools(caller)).toHaveLength(5)
  })

  it('fails the calls of a server that dies, and has it back at once', async () => {
    const { gateway, states } = await gatewayTo({ raw: raw(), other: raw() })
    const caller = scope()
    await gateway.callTool(caller, 'raw', 'echo', {})
    const others = Promise.all(
      Array.from({ length: 50 }, (_, n) => gateway.callTool(caller, 'other', 'echo', { arguments: { n } })),
    )
    const hanging = gateway.callTool(caller, 'raw', 'hang', {})
    const killed = gateway.callTool(caller, 'raw', 'kill', {})
    for (const call of [hanging, killed])
      await expect(call).rejects.toMatchObject({
        code: 'upstream_failed',
        message: 'raw ended during the call: it was ended by SIGKILL',
      })
    const back = performance.now()
    expect(textOf(await gateway.callTool(caller, 'raw', 'echo', { arguments: {} }))).toBe('{}')
    expect(performance.now() - back).toBeLessThan(5_000)
    expect((await others).map(textOf)).toEqual(Array.from({ length: 50 }, (_, n) => JSON.stringify({ n })))
    expect(gateway.status()[0]).toMatchObject({ state: 'ready', error: null, calls: 4, errors: 2 })
    const seen = states.filter(({ name }) => name === 'raw').map(({ state }) => state)
    expect(seen.indexOf('failed')).toBeGreaterThan(seen.indexOf('ready'))
  })

  it('waits longer and longer before it starts a server that keeps dying', async () => {
    const { gateway } = await gatewayTo({
      raw: { command: process.execPath, args: ['-e', 'process.exit(7)'] },
    })
    const caller = scope()
    const messages: string[] = []
    const waits: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      const started = performance.now()
      await gateway.callTool(caller, 'raw', 'echo', {}).catch((error: Error) => messages.push(error.message))
      waits.push(performance.now() - started)
    }
    expect(messages[0]).toBe('raw failed: it exited with code 7')
    // 250 ms after the first failure, then twice as long each time.
    expect(waits[3]).toBeGreaterThan(950)
  })

  it('says what a server said last when it cannot start', async () => {
    const crash = "console.error('DATABASE_URL is not set'); process.exit(2)"
    const { gateway } = await gatewayTo({ raw: { command: process.execPath, args: ['-e', crash] } })
    await expect(gateway.callTool(scope(), 'raw', 'echo', {})).rejects.toThrow(
      'raw failed: it exited with code 2: DATABASE_URL is not set',
    )
    expect(gateway.stderr('raw')).toContain('DATABASE_URL')
  })

  it('ends a call at its time limit, which progress extends, and tells the server', async () => {
    const { gateway } = await gatewayTo({ raw: { ...raw(), timeoutSeconds: 1 } })
    const caller = scope()
    await expect(gateway.callTool(caller, 'raw', 'hang', {})).rejects.toMatchObject({
      code: 'timeout',
      message: 'raw did not answer tools/call within 1 s',
    })
    const progress: unknown[] = []
    const onProgress = (params: Params) => progress.push(params['progress'])
    const slow = { arguments: { steps: 4, ms: 400 } }
    expect(textOf(await gateway.callTool(caller, 'raw', 'progress', slow, { onProgress }))).toBe('progressed')
    expect(progress).toEqual([1, 2, 3, 4])
    expect(await gateway.request(caller, 'raw', 'test/cancelled', undefined)).toMatchObject({
      cancelled: [{ reason: 'tools/call was not answered within 1 s' }],
    })
  })

  it('cancels a call for its caller only', async () => {
    const { gateway } = await gatewayTo({ raw: raw() })
    const caller = scope()
    await gateway.callTool(caller, 'raw', 'echo', {})
    const abort = new AbortController()
    const cancelled = gateway.callTool(
      caller,
      'raw',
      'slow',
      { arguments: { ms: 300 } },
      { signal: abort.signal },
    )
    const kept = gateway.callTool(caller, 'raw', 'slow', { arguments: { ms: 300 } })
    await sleep(150)
    abort.abort(new Error('not needed'))
    await expect(cancelled).rejects.toThrow('not needed')
    expect(textOf(await kept)).toBe('slow')
    expect(await gateway.request(caller, 'raw', 'test/cancelled', {})).toMatchObject({
      cancelled: [{ reason: 'not needed' }],
    })
  })

  it('never mixes concurrent calls of many sessions', async () => {
    const { gateway } = await gatewayTo({ a: raw(), b: { ...raw(), shared: true } })
    const callers = Array.from({ length: 4 }, () => scope())
    const asked = callers.flatMap((caller, c) =>
      Array.from({ length: 50 }, async (_, n) => {
        const args = { c, n, pad: 'x'.repeat(n * 100) }
        const result = await gateway.callTool(caller, n % 2 ? 'a' : 'b', 'echo', { arguments: args })
        return textOf(result) === JSON.stringify(args)
      }),
    )
    expect((await Promise.all(asked)).every(Boolean)).toBe(true)
  })

  it('asks the right client, and nobody where that is unclear', async () => {
    // Our own listing goes on all the while, and is no call that a question could belong to.
    const common = { ...raw('--slow-list', '5000'), shared: true }
    const { gateway } = await gatewayTo({ own: raw(), common })
    const client = (name: string) =>
      scope({
        clientCapabilities: { elicitation: {} },
        forward: {
          request: (method) => sleep(50, { name, method }),
          notify: () => undefined,
        },
      })
    const [ann, bob] = [client('ann'), client('bob')]
    const ask = async (caller: typeof ann, server: string) =>
      JSON.parse(
        textOf(
          await gateway.callTool(caller, server, 'ask', { arguments: { method: 'elicitation/create' } }),
        ),
      ) as unknown
    const answer = (name: string) => ({ result: { name, method: 'elicitation/create' } })
    expect(await Promise.all([ask(ann, 'own'), ask(bob, 'own')])).toEqual([answer('ann'), answer('bob')])
    expect(await ask(bob, 'common')).toEqual(answer('bob'))
    const other = gateway.callTool(ann, 'common', 'slow', { arguments: { ms: 300 } })
    expect(await ask(bob, 'common')).toMatchObject({
      error: { message: expect.stringContaining('2 calls share this server') },
    })
    await other
    expect(await ask(scope(), 'own')).toMatchObject({ error: { code: -32_601 } })
  })

  it('keeps healthy connections when the configuration changes', async () => {
    const { gateway, configure, changed } = await gatewayTo({ kept: raw(), edited: raw(), removed: raw() })
    const caller = scope()
    for (const name of ['kept', 'edited', 'removed']) await gateway.callTool(caller, name, 'echo', {})
    const running = gateway.callTool(caller, 'kept', 'slow', { arguments: { ms: 300 } })
    await configure({ kept: raw(), edited: raw('--tools', '1'), added: raw() })
    expect(textOf(await running)).toBe('slow')
    expect(gateway.status().map(({ name, state }) => [name, state])).toEqual([
      ['kept', 'ready'],
      ['edited', 'idle'],
      ['added', 'idle'],
    ])
    expect(new Set(changed)).toEqual(new Set(['edited', 'removed', 'added']))
    await expect(gateway.callTool(caller, 'removed', 'echo', {})).rejects.toMatchObject({ code: 'not_found' })
  })

  it('finds tools by their public names, also before they were listed', async () => {
    const { gateway } = await gatewayTo({ raw: raw(), my__raw: raw() })
    expect(gateway.find('raw__echo')).toEqual({ server: 'raw', tool: 'echo' })
    expect(gateway.find('my__raw__echo')).toEqual({ server: 'my__raw', tool: 'echo' })
    await gateway.listTools(scope())
    expect(gateway.find('raw__odd')).toEqual({ server: 'raw', tool: 'odd' })
    // Whether there is such a tool is the server's to say.
    expect(gateway.find('raw__nothing')).toEqual({ server: 'raw', tool: 'nothing' })
    expect(gateway.find('nobody__nothing')).toBeNull()
    expect(gateway.find('odd')).toBeNull()
    expect(gateway.find('odd', 'raw')).toEqual({ server: 'raw', tool: 'odd' })
    expect((await gateway.listTools(scope(), 'raw')).map(({ publicName }) => publicName)).toEqual([
      'odd',
      'echo',
    ])
  })

  it('greets servers that die of the newer greeting, or chatter first', async () => {
    const { gateway } = await gatewayTo({ fragile: raw('--die-on-probe'), chatty: raw('--greet') })
    for (const name of ['fragile', 'chatty'])
      expect(textOf(await gateway.callTool(scope(), name, 'echo', { arguments: { name } }))).toContain(name)
    expect(gateway.describe('fragile')).toMatchObject({
      protocolVersion: '2025-11-25',
      era: 'legacy',
      serverInfo: { name: 'raw', extra: true },
      instructions: 'be odd',
    })
    expect(gateway.status().map(({ errors }) => errors)).toEqual([0, 0])
  })

  it('brings a file through the filesystem server unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spillway-files-'))
    const content = 'ünïcödé 🌊 line\n'.repeat(20_000)
    await writeFile(join(folder, 'big.txt'), content)
    const { gateway } = await gatewayTo({ fs: filesystem(folder) })
    const args = { arguments: { path: join(folder, 'big.txt') } }
    expect(textOf(await gateway.callTool(scope(), 'fs', 'read_text_file', args))).toBe(content)
    await rm(folder, { recursive: true })
  })
})
