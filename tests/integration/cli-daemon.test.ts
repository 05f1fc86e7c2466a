import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findDaemon } from '../../src/main/client/discover.ts'
import { ensureDaemon, startDaemon } from '../../src/main/client/start.ts'
import { createHome, endProcess, runCli, serve } from './cli-process.ts'

describe('spillway serve', () => {
  test('prints one ready line, is found, and ends in order on SIGTERM', async () => {
    await using at = await createHome()
    const { child, ready } = await serve(at.home)
    expect(ready).toMatchObject({ pid: child.pid, home: at.home })
    expect(await findDaemon(at.home)).toMatchObject({ url: ready.url, pid: child.pid })
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
    expect(await findDaemon(at.home)).toBeNull()
  })

  test('a second one for the same home is refused, in one line', async () => {
    await using at = await createHome()
    const { ready } = await serve(at.home)
    const plain = await runCli(at.home, 'serve', '--port', '0')
    expect(plain).toMatchObject({ code: 1, stdout: '' })
    expect(plain.stderr.trimEnd().split('\n')).toHaveLength(1)
    const json = await runCli(at.home, 'serve', '--port', '0', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'conflict' } })
    expect(await findDaemon(at.home)).toMatchObject({ pid: ready.pid })
  })

  test('a port that is taken is an error that names it', async () => {
    await using at = await createHome()
    await using stranger = await occupyPort()
    const { code, stderr } = await runCli(at.home, 'serve', '--port', String(stranger.port))
    expect(code).toBe(1)
    expect(stderr).toContain(String(stranger.port))
  })

  test('another address than loopback needs the dangerous option', async () => {
    await using at = await createHome()
    const { code, stderr } = await runCli(at.home, 'serve', '--port', '0', '--host', '0.0.0.0')
    expect(code).toBe(1)
    expect(stderr).toContain('--dangerously-allow-remote')
  })
})

describe('a daemon that a client starts', () => {
  test('two starters at once get the same daemon', async () => {
    await using at = await createHome()
    const [first, second] = await Promise.all([ensureDaemon(at.home), ensureDaemon(at.home)])
    expect(first).toEqual(second)
    expect(await ensureDaemon(at.home)).toEqual(first)
  })

  test('takes another port where a stranger holds the configured one', async () => {
    await using stranger = await occupyPort()
    await using at = await createHome({ server: { port: stranger.port } })
    const daemon = await startDaemon(at.home)
    expect(new URL(daemon.url).port).not.toBe(String(stranger.port))
  })

  test('a killed daemon leaves a file that fools nobody, and a new one starts', async () => {
    await using at = await createHome()
    const first = await ensureDaemon(at.home)
    await endProcess(first.pid, 'SIGKILL')
    expect(existsSync(join(at.home, 'daemon.json'))).toBe(true)
    expect(await findDaemon(at.home)).toBeNull()
    const second = await ensureDaemon(at.home)
    expect(second.pid).not.toBe(first.pid)
  })

  test('what keeps it from starting is thrown in its own words', async () => {
    await expect(startDaemon('/dev/null/home')).rejects.toThrow(/ENOTDIR.*\/dev\/null/)
  })
})

async function occupyPort() {
  const server = createServer((_, response) => response.end('not a daemon'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
