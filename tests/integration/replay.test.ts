import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Replay } from '../../src/shared/contract/replay.ts'
import { connectMcp } from './mcp-caller.ts'
import { settled } from './recordings.ts'
import { createDaemon } from './running-daemon.ts'

const lines = (count: number, fault: number) =>
  Array.from({ length: count }, (_, i) => (i + 1 === fault ? 'ERROR out of stock' : `batch ${i + 1} done`))
    .join('\n')
    .concat('\n')

describe('a turn as it came into the context', () => {
  let daemon: Awaited<ReturnType<typeof createDaemon>>
  let turns: [first: string, second: string]
  let session: string
  let log: string

  beforeAll(async () => {
    daemon = await createDaemon()
    await using agent = await connectMcp(daemon.url, daemon.token)
    session = agent.sessionId
    const { api } = daemon
    const offload = (tool: string, content: string, args: object = {}) =>
      api.offload({ tool, content, session, arguments: args })
    const first = await api.startTurn({ session, prompt: 'why did the import stop?' })
    const { entry } = await offload('read_log', lines(4_000, 3_000), { path: 'import.log' })
    log = entry?.id ?? ''
    await offload('list_files', 'import.log\nimport.conf\n')
    await agent.call('scratchpad_read', { id: log, mode: 'tail', n: 500 })
    const second = await api.startTurn({ session, prompt: 'look again' })
    await agent.call('scratchpad_read', { id: log, mode: 'grep', pattern: 'ERROR' })
    turns = [first.id, second.id]
    await settled(api, session)
  })
  afterAll(async () => await daemon[Symbol.asyncDispose]())

  const outline = ({ steps }: Replay) =>
    steps.map((step) =>
      step.kind === 'call' ? `${step.step} ${step.tool}` : `${step.mode} of ${step.entry}`,
    )

  test('calls and reads stand in order, reads of another turn’s entry too', async () => {
    const [first, second] = await Promise.all(turns.map((id) => daemon.api.replayTurn({ id })))
    expect(first && outline(first)).toEqual(['1 read_log', '2 list_files', `tail of ${log}`])
    expect(second && outline(second)).toEqual([`grep of ${log}`])
    expect(second?.steps[0]).toMatchObject({ sought: 'ERROR', turn: turns[1] })
    expect(second?.entries.map(({ id }) => id)).toEqual([log])
    expect(first?.steps[0]).toMatchObject({ arguments: '{"path":"import.log"}', entries: [log] })
    const whole = await daemon.api.replaySession({ id: session })
    expect(outline(whole)).toEqual([first, second].flatMap((one) => (one ? outline(one) : [])))
    expect(whole.turns.map(({ id }) => id)).toEqual(turns)
  })

  test('its sums are the session’s, turn by turn', async () => {
    const of = async (id: string) => (await daemon.api.replayTurn({ id })).sums
    const [first, second] = await Promise.all(turns.map(of))
    const { tokens } = await daemon.api.getSession({ id: session })
    expect(first && second && first.tokens.net + second.tokens.net).toBe(tokens.net)
    expect(first).toMatchObject({ calls: 2, reads: 1 })
    const { before } = await daemon.api.replayTurn({ id: turns[1] })
    expect(before).toEqual({ turns: 1, ...first })
  })

  test('coverage is told in thousandths: the preview’s beside the entry, a read’s beside the read', async () => {
    const { steps, entries } = await daemon.api.replayTurn({ id: turns[1] })
    const [found] = steps
    if (found?.kind !== 'read') throw new Error('the turn is one read')
    // Line 3,000 of 4,000.
    expect(found.spans).toHaveLength(1)
    expect(found.spans[0]?.[0]).toBeGreaterThan(740)
    expect(found.spans[0]?.[0]).toBeLessThan(755)
    expect(entries[0]?.preview.at(-1)?.[1]).toBe(1_000)
    // The first turn read its tail.
    expect(entries[0]?.earlier.at(-1)?.[1]).toBe(1_000)
    const first = await daemon.api.replayTurn({ id: turns[0] })
    expect(first.entries[0]?.earlier).toEqual([])
  })

  test('a limit gives the first steps and the sums of all', async () => {
    const { steps, sums } = await daemon.api.replaySession({ id: session, limit: 2 })
    expect(steps).toHaveLength(2)
    expect(sums).toMatchObject({ calls: 2, reads: 2 })
  })

  test('two turns stand beside each other: the same, changed with what, and what one alone has', async () => {
    const { api } = daemon
    const { id: other } = await api.createSession({})
    const run = async (steps: readonly (readonly [tool: string, args: object, content: string])[]) => {
      const { id } = await api.startTurn({ session: other })
      for (const [tool, args, content] of steps)
        await api.offload({ tool, arguments: args, content, session: other })
      return id
    }
    const big = lines(4_000, 100)
    const left = await run([
      ['list', {}, 'a.log b.log'],
      ['read', { path: 'a.log' }, big],
      ['read', { path: 'b.log' }, 'short'],
      ['send', { to: 'me' }, 'sent'],
    ])
    const right = await run([
      ['list', {}, 'a.log b.log'],
      ['stat', {}, 'whatever'],
      ['read', { path: 'b.log' }, 'longer'],
      ['send', { to: 'you' }, 'sent'],
    ])
    const { rows } = await api.compareTurns({ id: left, with: right })
    const shown = rows.map(({ left: a, right: b, differs }) =>
      [a, b].map((step) => (step?.kind === 'call' ? step.tool : '-')).concat(differs?.join() ?? 'alone'),
    )
    expect(shown).toEqual([
      ['list', 'list', ''],
      ['read', '-', 'alone'],
      ['-', 'stat', 'alone'],
      ['read', 'read', 'result'],
      ['send', 'send', 'arguments'],
    ])
    const same = await api.compareTurns({ id: left, with: left })
    expect(same.rows.every(({ differs }) => differs?.length === 0)).toBe(true)
  })

  test('another client finds neither the turn nor the session', async () => {
    const { token } = await daemon.api.createClient({ name: 'other' })
    for (const path of [
      `/api/v1/turns/${turns[0]}/replay`,
      `/api/v1/sessions/${session}/replay`,
      `/api/v1/turns/${turns[0]}/compare?with=${turns[1]}`,
    ]) {
      const { status } = await daemon.fetch(path, { token })
      expect(status).toBe(404)
    }
  })
})
