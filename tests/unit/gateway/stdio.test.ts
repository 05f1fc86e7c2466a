import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { RingLog } from '../../../src/main/gateway/ring-log.ts'
import { StdioTransport } from '../../../src/main/gateway/stdio.ts'
import type { StdioOptions } from '../../../src/main/gateway/stdio.ts'
import { stringifyJson } from '../../../src/main/rpc/json.ts'
import { Peer } from '../../../src/main/rpc/peer.ts'
import { RpcError } from '../../../src/main/rpc/message.ts'
import { RAW_SERVER, memoryLog } from './logs.ts'

const open = new Set<StdioTransport>()
afterEach(async () => {
  await Promise.all([...open].map((transport) => transport.close()))
  open.clear()
})

function build(options: Partial<StdioOptions> = {}) {
  const stderr = new RingLog()
  const transport = new StdioTransport({
    command: process.execPath,
    args: [RAW_SERVER],
    env: {},
    cwd: null,
    log: memoryLog(),
    stderr,
    ...options,
  })
  open.add(transport)
  const errors: string[] = []
  const peer = new Peer(transport, {
    request: () => Promise.reject(new RpcError(-32_601, 'no')),
    notification: () => undefined,
    close: () => undefined,
    error: (error) => errors.push(error.message),
  })
  const call = (name: string, args: object = {}) => peer.request('tools/call', { name, arguments: args })
  return { transport, peer, stderr, errors, call }
}
const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text ?? ''
/** A zombie is dead already; only its parent has not asked yet. */
const alive = (pid: number) => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

describe('stdio upstream', () => {
  it('gives a server its folder, its configured variables and none of our secrets', async () => {
    process.env['SPILLWAY_TEST_SECRET'] = 'hush'
    const folder = await mkdtemp(join(tmpdir(), 'spillway-cwd-'))
    const { peer, call } = build({ cwd: folder, env: { CONFIGURED: 'yes' } })
    await peer.start()
    const { env, cwd } = JSON.parse(textOf(await call('environment'))) as {
      env: Record<string, string>
      cwd: string
    }
    expect(env).toMatchObject({ CONFIGURED: 'yes', PATH: process.env['PATH'] })
    expect(env['SPILLWAY_TEST_SECRET']).toBeUndefined()
    expect(cwd).toBe(folder)
    delete process.env['SPILLWAY_TEST_SECRET']
    await rm(folder, { recursive: true })
  })

  it('hands over odd JSON byte for byte', async () => {
    const { peer, call } = build()
    await peer.start()
    const source = await readFile(RAW_SERVER, 'utf8')
    expect(source).toContain(stringifyJson(await call('odd')))
  })

  it('survives stdout garbage and a stderr flood, and keeps only the end of the flood', async () => {
    const { peer, call, stderr, errors } = build()
    await peer.start()
    expect(textOf(await call('garbage'))).toBe('after garbage')
    expect(errors).toHaveLength(2)
    expect(textOf(await call('flood', { bytes: 20_000_000 }))).toBe('flooded')
    expect(stderr.text().length).toBeLessThanOrEqual(66_000)
    expect(stderr.lastLine()).toBe('noise on stderr')
  })

  it('delivers the last words of a server that exits at once', async () => {
    const { peer, call } = build()
    await peer.start()
    expect(textOf(await call('last_words'))).toBe('last words')
  })

  it('rejects what waits when the server dies, and knows how it ended', async () => {
    const { peer, call, transport } = build()
    await peer.start()
    const hanging = call('hang')
    await expect(Promise.all([hanging, call('kill')])).rejects.toMatchObject({ name: 'ConnectionClosed' })
    expect(transport.ending()).toBe('it was ended by SIGKILL')
  })

  it.each([
    [
      'a command that is missing',
      { command: '/nowhere/at-all' },
      'the command /nowhere/at-all was not found',
    ],
    [
      'a folder that is missing',
      { cwd: '/nowhere/at-all' },
      'its working folder /nowhere/at-all does not exist',
    ],
  ])('says what is wrong with %s', async (_what, options, message) => {
    await expect(build(options).peer.start()).rejects.toThrow(message)
  })

  it('ends a server that ignores everything, and what it started, without leaving anyone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spillway-tree-'))
    const child = join(folder, 'child.mjs')
    const stubborn = "process.on('SIGTERM', () => {}); process.stdin.resume(); setInterval(() => {}, 1000)"
    await writeFile(child, stubborn)
    const parent = `
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      const child = spawn(process.execPath, [${JSON.stringify(child)}], { stdio: 'ignore' })
      writeFileSync(${JSON.stringify(join(folder, 'pids'))}, [process.pid, child.pid].join(' '))
      ${stubborn}`
    await writeFile(join(folder, 'parent.mjs'), parent)
    const { peer, transport } = build({ args: [join(folder, 'parent.mjs')] })
    await peer.start()
    let pids: number[] = []
    while (pids.length < 2) {
      await sleep(50)
      pids = (await readFile(join(folder, 'pids'), 'utf8').catch(() => ''))
        .split(' ')
        .filter(Boolean)
        .map(Number)
    }
    expect(pids.every(alive)).toBe(true)
    await transport.close()
    await sleep(50)
    expect(pids.map(alive)).toEqual([false, false])
    await rm(folder, { recursive: true })
  })

  it('takes one message of 64 MiB whole', async () => {
    const { peer, call } = build()
    await peer.start()
    const bytes = 64 * 1024 * 1024
    const started = performance.now()
    // Kept in pieces: see LongText.
    const kept: unknown = textOf(await call('large', { bytes }))
    const { length } = String(kept)
    // An escaped newline is two bytes on the wire and one character in the text.
    expect(length).toBeGreaterThan(bytes * 0.96)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('fails only the call whose result is over the limit', async () => {
    const { peer, call } = build({ maxMessageBytes: 1_000_000 })
    await peer.start()
    const [large, small] = await Promise.allSettled([
      call('large', { bytes: 3_000_000 }),
      call('echo', { a: 1 }),
    ])
    expect(large).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('over the limit') },
    })
    expect(small.status).toBe('fulfilled')
  })
})
