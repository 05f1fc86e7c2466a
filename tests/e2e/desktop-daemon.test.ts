import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launchNode } from '../../scripts/node-daemon.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { DaemonSupervisor } from '../../src/main/electron/daemon/supervisor.ts'
import { isAlive } from '../../src/main/client/liveness.ts'
import { homePaths } from '../../src/main/daemon/paths.ts'
import type { DaemonState } from '../../src/shared/preload.ts'
import { CLI, makeHome, removeHome, startTestDaemon } from './desktop-app.ts'

/** The app's supervisor with plain Node in place of Electron's utility process: real daemons, no display needed. */
describe('daemon supervisor', () => {
  let home = ''
  let supervisor: DaemonSupervisor
  const supervise = (fault: string | null = null) => {
    supervisor = new DaemonSupervisor({ home, fault, launch: (args) => launchNode(CLI, args) })
    return supervisor
  }
  const reaches = (state: DaemonState['state']) =>
    expect.poll(() => supervisor.state.state, { timeout: 15_000 }).toBe(state)

  beforeEach(async () => {
    home = await makeHome()
    await writeFile(homePaths(home).config, '{"server": {"port": 0}}')
  })
  afterEach(async () => {
    await supervisor.stop()
    await removeHome(home)
  })

  it('starts a daemon where none runs, and ends it with itself', async () => {
    await supervise().start()
    expect(supervisor.state).toMatchObject({ state: 'up', attached: false })
    const pid = supervisor.address?.pid ?? 0
    expect(isAlive(pid)).toBe(true)
    await supervisor.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('attaches to a daemon that runs, and leaves it running', async () => {
    const running = await startTestDaemon(home)
    await supervise().start()
    expect(supervisor.state).toMatchObject({ state: 'up', url: running.url, attached: true })
    await supervisor.stop()
    expect(isAlive(running.pid)).toBe(true)
    await running.stop()
  })

  it('says that its own daemon crashed, starts none by itself, and restarts it on request', async () => {
    const seen: string[] = []
    await supervise().start()
    supervisor.subscribe((state) => seen.push(state.state))
    process.kill(supervisor.address?.pid ?? 0, 'SIGKILL')
    await reaches('down')
    expect(supervisor.state).toMatchObject({ canRestart: true })
    expect(supervisor.address).toBeNull()
    await supervisor.restart()
    expect(supervisor.state).toMatchObject({ state: 'up', attached: false })
    expect(seen).toEqual(['down', 'starting', 'up'])
  })

  it('takes up a daemon that somebody else started while it was down', async () => {
    const first = await startTestDaemon(home)
    await supervise('Too old.').start()
    process.kill(first.pid, 'SIGKILL')
    await reaches('down')
    const second = await startTestDaemon(home)
    await reaches('up')
    expect(supervisor.address?.pid).toBe(second.pid)
    await second.stop()
  })

  it('replaces a daemon that it only attached to when asked for a restart', async () => {
    const old = await startTestDaemon(home)
    await supervise().start()
    await supervisor.restart()
    expect(isAlive(old.pid)).toBe(false)
    expect(supervisor.state).toMatchObject({ state: 'up', attached: false })
  })

  it('leaves a daemon alone that this runtime could not replace', async () => {
    const running = await startTestDaemon(home)
    await supervise('Too old.').start()
    await supervisor.restart()
    expect(isAlive(running.pid)).toBe(true)
    expect(supervisor.state).toMatchObject({ state: 'up', attached: true })
    await running.stop()
  })

  it('is down with the reason, and launches nothing, in a runtime that is too old', async () => {
    await supervise('This runtime is too old.').start()
    expect(supervisor.state).toMatchObject({ state: 'down', canRestart: false })
    expect(supervisor.state).toHaveProperty(
      'reason',
      expect.stringMatching(/^This runtime is too old\. .*serve/),
    )
    expect(await findDaemon(home)).toBeNull()
  })

  it('finds another port where a stranger holds the configured one', async () => {
    const stranger = createServer().listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const { port } = stranger.address() as AddressInfo
    await writeFile(homePaths(home).config, JSON.stringify({ server: { port } }))
    await supervise().start()
    expect(supervisor.state).toMatchObject({ state: 'up', attached: false })
    expect(new URL(supervisor.address?.url ?? '').port).not.toBe(String(port))
    stranger.close()
  })

  it('two at once for one home: one starts the daemon, the other attaches to it', async () => {
    const other = new DaemonSupervisor({ home, fault: null, launch: (args) => launchNode(CLI, args) })
    await Promise.all([supervise().start(), other.start()])
    const attached = [supervisor.state, other.state].map((state) => state.state === 'up' && state.attached)
    expect(attached.filter(Boolean)).toHaveLength(1)
    expect(supervisor.address?.pid).toBe(other.address?.pid)
    await other.stop()
  })
})
