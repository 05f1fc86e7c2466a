import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDaemon } from './running-daemon.ts'
import { waysIn } from './ways-in.ts'

const script = fileURLToPath(new URL('../fixtures/upstreams/talkative.mjs', import.meta.url))
const talkative = (era: string) => ({ command: process.execPath, args: [script, era] })
const MODERN = '2026-07-28'
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon({ mcpServers: { legacy: talkative('legacy'), modern: talkative('modern') } })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const ways = waysIn(() => daemon)

/** What the client heard of, in order. */
interface Heard {
  readonly client: Client
  readonly notices: string[]
}

async function connect(way: string, era: string): Promise<Heard> {
  const client = new Client(
    { name: 'four-combinations', version: '1' },
    {
      capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
      versionNegotiation: { mode: era === 'modern' ? { pin: MODERN } : 'legacy' },
    },
  )
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'a-poet',
    content: { type: 'text', text: 'roses are red' },
  }))
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home/ada' }] }))
  const notices: string[] = []
  client.setNotificationHandler('notifications/tools/list_changed', () => void notices.push('tools'))
  client.setNotificationHandler('notifications/prompts/list_changed', () => void notices.push('prompts'))
  client.setNotificationHandler('notifications/resources/list_changed', () => void notices.push('resources'))
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void notices.push(params.uri),
  )
  client.setNotificationHandler(
    'notifications/message',
    ({ params }) => void notices.push(String(params.data)),
  )
  const transport = ways[way]
  if (!transport) throw new Error(`no way ${way}`)
  await client.connect(transport())
  onTestFinished(() => client.close())
  return { client, notices }
}

const textOf = ({ content }: { content: unknown[] }) => (content[0] as { text: string }).text

async function until(holds: () => unknown, what: string): Promise<void> {
  for (const deadline = Date.now() + 15_000; !(await holds()); await sleep(20))
    if (Date.now() > deadline) throw new Error(`not within 15 s: ${what}`)
}

const combinations = Object.keys(ways).flatMap((way) =>
  ['legacy', 'modern'].flatMap((era) => ['legacy', 'modern'].map((upstream) => ({ way, era, upstream }))),
)

describe.each(combinations)('a $era client over $way, a $upstream server', ({ way, era, upstream }) => {
  const call = ({ client }: Heard, tool: string, args: object = {}, meta: object = {}) =>
    client.callTool({
      name: `${upstream}__${tool}`,
      arguments: args as Record<string, unknown>,
      _meta: meta as Record<string, unknown>,
    })

  test('sampling, elicitation and roots reach the client, and its answers the server', async () => {
    const heard = await connect(way, era)
    // A server that stateless clients share was never told of roots.
    const shared = way === 'Streamable HTTP' && era === 'modern' && upstream === 'legacy'
    const what = shared ? ['name', 'poem'] : ['name', 'poem', 'roots']
    const answers = JSON.parse(textOf(await call(heard, 'ask', { what }))) as Record<string, object>
    expect(answers['name']).toMatchObject({ action: 'accept', content: { name: 'Ada' } })
    expect(answers['poem']).toMatchObject({ model: 'a-poet', content: { text: 'roses are red' } })
    if (!shared) expect(answers['roots']).toMatchObject({ roots: [{ uri: 'file:///home/ada' }] })
  })

  test('progress, cancellation, trace context and log messages pass', async () => {
    const heard = await connect(way, era)
    const progress: number[] = []
    await heard.client.callTool(
      { name: `${upstream}__steps`, arguments: { count: 3 } },
      { onprogress: (one) => void progress.push(one.progress) },
    )
    expect(progress).toEqual([1, 2, 3])

    const before = Number(textOf(await call(heard, 'cancelled')))
    const abort = new AbortController()
    const hanging = heard.client.callTool({ name: `${upstream}__hang` }, { signal: abort.signal })
    setTimeout(() => abort.abort(), 100)
    await expect(hanging).rejects.toThrow()
    await until(async () => Number(textOf(await call(heard, 'cancelled'))) > before, 'the server was told')

    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'vendor/x': 1 }
    expect(JSON.parse(textOf(await call(heard, 'meta', {}, trace)))).toMatchObject(trace)

    const wanted = era === 'modern' ? { [LOG_LEVEL]: 'warning' } : {}
    if (era === 'legacy') await heard.client.setLoggingLevel('warning')
    await call(heard, 'log', { levels: ['info', 'error'] }, wanted)
    await until(() => heard.notices.includes('a error'), 'the message')
    expect(heard.notices).not.toContain('a info')
  })

  test('changes of its lists and of resources are heard', async () => {
    const heard = await connect(way, era)
    const uri = `${upstream}://by-name/ada`
    await heard.client.listResourceTemplates()
    if (era === 'legacy') await heard.client.subscribeResource({ uri })
    else
      await heard.client.listen({
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: [uri],
      })
    heard.notices.length = 0
    const grown = textOf(await call(heard, 'grow'))
    await until(
      () => ['tools', 'prompts', 'resources'].every((list) => heard.notices.includes(list)),
      'the changes of the lists',
    )
    await call(heard, 'touch', { uri: `${upstream}://by-name/grace` })
    await call(heard, 'touch', { uri })
    await until(() => heard.notices.includes(uri), 'the change of the resource')
    expect(heard.notices).not.toContain(`${upstream}://by-name/grace`)
    const { tools } = await heard.client.listTools()
    expect(tools.map(({ name }) => name)).toContain(`${upstream}__${grown}`)
  })

  test('prompts, completions, templates and resources are the server’s own', async () => {
    const { client } = await connect(way, era)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain(`${upstream}__greet`)
    const prompt = await client.getPrompt({ name: `${upstream}__greet`, arguments: { who: 'Ada' } })
    expect(prompt.messages[0]?.content).toEqual({ type: 'text', text: 'Greet Ada.' })
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: `${upstream}__greet` },
      argument: { name: 'who', value: 'Al' },
    })
    expect(completion.values).toEqual(['Alan'])
    const { contents } = await client.readResource({ uri: `${upstream}://by-name/grace` })
    expect(contents).toEqual([{ uri: `${upstream}://by-name/grace`, text: 'note of grace' }])
    const named = await client.complete({
      ref: { type: 'ref/resource', uri: `${upstream}://by-name/{name}` },
      argument: { name: 'name', value: 'a' },
    })
    expect(named.completion.values).toEqual(['ada', 'alan'])
  })
})
