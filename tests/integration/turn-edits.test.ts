import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Turn } from '../../src/shared/contract/recording.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { readEvents } from './event-reader.ts'
import { connectMcp } from './mcp-caller.ts'
import { errorCode, type RunningDaemon, startDaemon } from './running-daemon.ts'

const RAW = new URL('../fixtures/upstreams/raw.mjs', import.meta.url).pathname

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome({
    mcpServers: { raw: { command: process.execPath, args: [RAW, '--list-all'] } },
  })
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

/** A session with turns of so many calls each; every call stores an entry and has a text of its own. */
async function sessionOf(...counts: number[]): Promise<{ session: string; turns: Turn[] }> {
  const { id: session } = await daemon.api.createSession({})
  for (const [index, count] of counts.entries()) {
    await daemon.api.startTurn({ session, prompt: `prompt ${index + 1}` })
    for (let call = 1; call <= count; call++)
      await daemon.api.offload({ tool: 'tool', content: `${session} ${index} ${call}`, force: true, session })
  }
  return { session, turns: await turnsOf(session) }
}

const turnsOf = async (session: string) => (await daemon.api.getSession({ id: session })).turnList
const stepsOf = async (id: string) => (await daemon.api.getTurn({ id })).callList.map(({ step }) => step)
const idAt = (turns: readonly Turn[], index: number) => turns[index]?.id ?? ''

test('D8: a turn is renamed, and the title can be taken away again', async () => {
  const { turns } = await sessionOf(1)
  const id = idAt(turns, 0)
  expect(await daemon.api.updateTurn({ id, title: 'The deploy that failed' })).toMatchObject({
    title: 'The deploy that failed',
    prompt: 'prompt 1',
  })
  expect(await daemon.api.updateTurn({ id, title: null, prompt: 'why?' })).toMatchObject({
    title: null,
    prompt: 'why?',
  })
})

test('D8: a split turn keeps the printed steps, with their entries and reads, and the later turns count on', async () => {
  const { session, turns } = await sessionOf(4, 1)
  const first = idAt(turns, 0)
  const { callList } = await daemon.api.getTurn({ id: first })
  const third = await daemon.api.getCall({ id: callList[2]?.id ?? '' })
  const entry = third.entries[0] ?? ''
  await daemon.api.readEntry({ id: entry, mode: 'full' })
  // Exact counts follow their call.
  const counted = async () =>
    (await daemon.api.getTurn({ id: first })).callList.map(({ tokensRaw }) => tokensRaw)
  await expect.poll(counted).not.toContain(null)
  const before = await daemon.api.getSession({ id: session })

  const { turn, next } = await daemon.api.splitTurn({ id: first, step: 3, title: 'the rest' })
  expect(turn).toMatchObject({ id: first, number: 1, calls: 2 })
  expect(next).toMatchObject({ number: 2, calls: 2, title: 'the rest', prompt: null })
  expect(next.startedAt).toBe(third.startedAt)
  expect([await stepsOf(first), await stepsOf(next.id)]).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect((await turnsOf(session)).map(({ number, calls }) => [number, calls])).toEqual([
    [1, 2],
    [2, 2],
    [3, 1],
  ])
  const stored = await daemon.api.getEntry({ id: entry })
  expect([stored.turn, stored.step]).toEqual([next.id, 3])
  const after = await daemon.api.getSession({ id: session })
  expect([after.calls, after.tokens.raw]).toEqual([before.calls, before.tokens.raw])
})

test('D8: a merge takes the next turn in, and a split at its first call undoes it', async () => {
  const { session, turns } = await sessionOf(2, 3, 1)
  const second = await daemon.api.getTurn({ id: idAt(turns, 1) })
  const { turn, merged, firstCall } = await daemon.api.mergeTurns({ id: idAt(turns, 0) })
  expect(turn).toMatchObject({ number: 1, calls: 5, prompt: 'prompt 1' })
  expect([merged.id, merged.prompt, firstCall]).toEqual([second.id, 'prompt 2', second.callList[0]?.id])
  // In order of arrival, each with the number that its reference printed.
  expect(await stepsOf(turn.id)).toEqual([1, 2, 1, 2, 3])
  expect((await turnsOf(session)).map(({ number }) => number)).toEqual([1, 2])

  const { next } = await daemon.api.splitTurn({
    id: turn.id,
    call: firstCall ?? '',
    prompt: merged.prompt,
  })
  expect(next).toMatchObject({ number: 2, prompt: 'prompt 2', calls: 3 })
  expect((await turnsOf(session)).map(({ calls }) => calls)).toEqual([2, 3, 1])
})

test('D8: steps go on and references still find their step after the turn under way was split and merged', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  for (const word of ['one', 'two', 'three']) await agent.call('raw__echo', { word })
  const [turn] = await turnsOf(agent.sessionId)
  const { next } = await daemon.api.splitTurn({ id: turn?.id ?? '', step: 3 })
  const fourth = await agent.call('raw__echo', { from: '{{step2.content}}' })
  expect(fourth.text).toContain('two')
  expect(await stepsOf(next.id)).toEqual([3, 4])
  await daemon.api.mergeTurns({ id: turn?.id ?? '' })
  const fifth = await agent.call('raw__echo', { from: '{{step4.content}}' })
  expect(fifth.text).toContain('two')
  expect(await stepsOf(turn?.id ?? '')).toEqual([1, 2, 3, 4, 5])
})

test('D8: a turn with a call under way is left alone, and so is what cannot be parted', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  await agent.call('raw__echo', {})
  await agent.call('raw__echo', {})
  const [turn] = await turnsOf(agent.sessionId)
  const id = turn?.id ?? ''
  const post = async (what: string, body: object) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }
    const response = await daemon.fetch(`/api/v1/turns/${id}/${what}`, init)
    return response.ok ? 'ok' : errorCode(response)
  }
  const slow = agent.call('raw__slow', { ms: 1_500 })
  await expect.poll(async () => post('split', { step: 2 }), { interval: 50, timeout: 1_200 }).toBe('conflict')
  await slow
  expect(await post('split', { step: 1 })).toBe('invalid_input')
  expect(await post('split', { step: 9 })).toBe('invalid_input')
  expect(await post('split', {})).toBe('invalid_input')
  expect(await post('merge', {})).toBe('invalid_input')
  expect(await post('split', { step: 2 })).toBe('ok')
})

test('D8: an edit is an event, and the timeline tells of calls in the turn that they are in now', async () => {
  const { session, turns } = await sessionOf(3, 1)
  await using reader = await readEvents(daemon)
  const { next } = await daemon.api.splitTurn({ id: idAt(turns, 0), step: 2 })
  const told = (await reader.until(({ type }) => type === 'turn.updated')).at(-1)
  const { callList } = await daemon.api.getTurn({ id: next.id })
  expect(told).toMatchObject({
    turn: next.id,
    session,
    data: { number: 2, moved: { calls: callList.map(({ id }) => id) } },
  })
  expect(told?.data['numbers']).toEqual({ [idAt(turns, 0)]: 1, [next.id]: 2, [idAt(turns, 1)]: 3 })
  const { items } = await daemon.api.findCalls({ filter: `session:${session}` })
  expect(items.map(({ event }) => [event.turn, event.data['turnNumber']])).toEqual([
    [idAt(turns, 0), 1],
    [next.id, 2],
    [next.id, 2],
    [idAt(turns, 1), 3],
  ])
})

test('D8: another client can neither see nor change a turn', async () => {
  const { turns } = await sessionOf(2)
  const { token } = await daemon.api.createClient({ name: 'stranger' })
  const init = { method: 'PATCH', body: '{"title":"mine"}', headers: { 'content-type': 'application/json' } }
  const response = await daemon.fetch(`/api/v1/turns/${idAt(turns, 0)}`, { ...init, token })
  expect(await errorCode(response)).toBe('not_found')
})
