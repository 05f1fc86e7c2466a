import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import type { DaemonAddress } from '../../src/main/client/discover.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { createHome, runCli, runJson } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

let at: TestHome
let daemon: DaemonAddress
beforeAll(async () => {
  at = await createHome()
  daemon = await ensureDaemon(at.home)
})
afterAll(async () => await at[Symbol.asyncDispose]())

const made = z.object({ id: z.string(), name: z.string(), token: z.string() })
const mayAsk = (token: string) =>
  apiClient({ url: daemon.url, token })
    .stats({})
    .then(
      () => true,
      () => false,
    )

describe('spillway clients', () => {
  test('add prints the token alone, ls never, rm revokes it', async () => {
    const { code, stdout, stderr } = await runCli(at.home, 'clients', 'add', 'my script')
    expect(code).toBe(0)
    const token = stdout.trim()
    expect(token).toMatch(/^spw_\S+$/)
    expect(await mayAsk(token)).toBe(true)
    const listed = await runCli(at.home, 'clients')
    expect(listed.stdout).toContain('my script')
    expect(listed.stdout).not.toContain(token)
    const id = /k_\w+/.exec(stderr)?.[0] ?? ''
    expect(await runCli(at.home, 'clients', 'rm', id)).toMatchObject({ code: 0 })
    expect(await mayAsk(token)).toBe(false)
  })

  test('rotate ends the old token at once and keeps what the client stored', async () => {
    const before = made.parse(await runJson(at.home, 'clients', 'add', 'agent'))
    const api = apiClient({ url: daemon.url, token: before.token })
    const { entry } = await api.offload({ tool: 'log', content: 'line\n'.repeat(5_000) })
    const after = made.parse(await runJson(at.home, 'clients', 'rotate', before.id))
    expect(after).toMatchObject({ id: before.id, name: 'agent' })
    expect(await mayAsk(before.token)).toBe(false)
    const { items } = await apiClient({ url: daemon.url, token: after.token }).listEntries({})
    expect(items.map(({ id }) => id)).toEqual([entry?.id])
  })

  test('a client that is not there is refused', async () => {
    const { code, stderr } = await runCli(at.home, 'clients', 'rotate', 'k_000000000000')
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'spillway: There is no client k_000000000000.\n' })
  })
})
