import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject, type Params, RpcError } from '../../src/main/rpc/message.ts'
import type { RequestOptions } from '../../src/main/rpc/peer.ts'
import type { ClientOptions, RawClient } from './raw-client.ts'

const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')

/** The reference server, which has one of everything that the protocol knows. */
export const everything = { command: process.execPath, args: [script, 'stdio'] }

/** A client that can do all that a server may ask for, so that the server offers all its tools. */
export function ableClient(): ClientOptions {
  const task = {
    taskId: 'of-the-client',
    ttl: 60_000,
    createdAt: 'TIME',
    lastUpdatedAt: 'TIME',
    pollInterval: 10,
  }
  const sampled = {
    role: 'assistant',
    content: { type: 'text', text: 'sampled' },
    model: 'test-model',
    stopReason: 'endTurn',
  }
  const filled = { action: 'accept', content: { name: 'Ada', check: true, color: 'red', integer: 42 } }
  let asked: Params | undefined
  const answer = (whole: unknown) => (params: Params | undefined) => {
    asked = params
    return params?.['task'] === undefined ? whole : { task: { ...task, status: 'working' } }
  }
  return {
    capabilities: {
      roots: { listChanged: true },
      sampling: {},
      elicitation: { form: {}, url: {} },
      tasks: { requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
    },
    answers: {
      'roots/list': () => ({ roots: [{ uri: 'file:///somewhere', name: 'somewhere' }] }),
      'sampling/createMessage': answer(sampled),
      'elicitation/create': (params) =>
        params?.['mode'] === 'url' ? { action: 'accept' } : answer(filled)(params),
      'tasks/get': () => ({ ...task, status: 'completed' }),
      'tasks/result': () => (asked?.['messages'] === undefined ? filled : sampled),
    },
  }
}

export interface Exchange {
  readonly what: string
  readonly outcome: unknown
  readonly progress: readonly Params[]
}

export interface Transcript {
  readonly exchanges: readonly Exchange[]
  /** What the server asked of the client, in order. */
  readonly asked: readonly unknown[]
  /** What it said unasked, by method, and to whom log messages are due. */
  readonly said: readonly string[]
}

const TEXT_TEMPLATE = 'demo://resource/dynamic/text/{resourceId}'
const SUBSCRIBED = 'demo://resource/dynamic/text/1'

const calls: [tool: string, args: Params][] = [
  ['echo', { message: 'hello' }],
  ['echo', {}],
  ['get-annotated-message', { messageType: 'error', includeImage: true }],
  ['get-annotated-message', { messageType: 'debug', includeImage: false }],
  ['get-env', {}],
  ['get-resource-links', { count: 4 }],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
  ['get-resource-reference', { resourceType: 'Blob', resourceId: 2 }],
  ['get-structured-content', { location: 'Chicago' }],
  ['get-sum', { a: 1.5, b: 2 }],
  ['get-tiny-image', {}],
  ['gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' }],
  ['gzip-file-as-resource', { name: 'b.gz', data: 'data:text/plain,hello', outputType: 'resourceLink' }],
  ['get-roots-list', {}],
  ['trigger-sampling-request', { prompt: 'hi', maxTokens: 10 }],
  ['trigger-sampling-request-async', { prompt: 'hi', maxTokens: 10 }],
  ['trigger-elicitation-request', {}],
  ['trigger-elicitation-request-async', {}],
  ['trigger-url-elicitation', { url: 'https://example.com/', elicitationId: 'one' }],
  ['trigger-url-elicitation', { url: 'https://example.com/', elicitationId: 'two', errorPath: true }],
  ['trigger-long-running-operation', { duration: 0.1, steps: 4 }],
  ['simulate-research-query', { topic: 'python' }],
  ['toggle-simulated-logging', {}],
  ['toggle-simulated-logging', {}],
]

const prompts: [name: string, args: Params][] = [
  ['simple-prompt', {}],
  ['args-prompt', { city: 'Rome', state: 'Lazio' }],
  ['args-prompt', {}],
  ['completable-prompt', { department: 'Sales', name: 'Eve' }],
  ['resource-prompt', { resourceType: 'Text', resourceId: '1' }],
  ['no-such-prompt', {}],
]

/** Does all that can be done with the server, and writes down what came back. `prefix` is how its names begin here. */
export async function transcribe(client: RawClient, prefix: string): Promise<Transcript> {
  const exchanges: Exchange[] = []
  const ask = async (what: string, method: string, params: Params, options: RequestOptions = {}) => {
    const progress: Params[] = []
    const onProgress = ({ progressToken: _own, ...rest }: Params) => void progress.push(rest)
    const outcome = await client
      .request(method, params, { ...options, ...(method === 'tools/call' && { onProgress }) })
      .catch((error: unknown) => ({ error: error instanceof RpcError ? error.toJSON() : String(error) }))
    exchanges.push({ what, outcome, progress })
    return isObject(outcome) ? outcome : {}
  }
  const call = (tool: string, args: Params, more: Params = {}, options: RequestOptions = {}) =>
    ask(
      `call ${tool} ${JSON.stringify(args)}`,
      'tools/call',
      { name: prefix + tool, arguments: args, ...more },
      options,
    )

  // The server completes its list, and asks for the roots, a moment after it was greeted; then it says that it knows them.
  await client.request('tools/list', {})
  const knowsRoots = () => client.notices.some(({ method }) => method === 'notifications/message')
  for (let tries = 0; !knowsRoots() && tries < 200; tries++) await sleep(50)
  await ask('tools', 'tools/list', {})
  await ask('log level', 'logging/setLevel', { level: 'debug' })
  await ask('prompts', 'prompts/list', {})
  await ask('templates', 'resources/templates/list', {})
  const { resources } = await ask('resources', 'resources/list', {})

  for (const [tool, args] of calls) await call(tool, args, { _meta: { traceparent: '00-1-2-01' } })
  await taskOf(
    await call('simulate-research-query', { topic: 'python', ambiguous: true }, { task: { ttl: 60_000 } }),
  )

  const listed = (Array.isArray(resources) ? (resources as Params[]) : []).map(({ uri }) => String(uri))
  const own = listed.filter((uri) => !uri.startsWith('spillway:'))
  for (const uri of [
    ...own,
    SUBSCRIBED,
    'demo://resource/dynamic/blob/4',
    'demo://resource/session/a.gz',
    'demo://nothing',
  ])
    await ask(`read ${uri}`, 'resources/read', { uri })

  for (const [name, args] of prompts)
    await ask(`prompt ${name} ${JSON.stringify(args)}`, 'prompts/get', {
      name: prefix + name,
      arguments: args,
    })

  const team = { type: 'ref/prompt', name: `${prefix}completable-prompt` }
  const argument = (name: string, value: string) => ({ argument: { name, value } })
  await ask('complete', 'completion/complete', { ref: team, ...argument('department', 'S') })
  const context = { arguments: { department: 'Sales' } }
  await ask('complete in context', 'completion/complete', { ref: team, ...argument('name', ''), context })
  const template = { type: 'ref/resource', uri: TEXT_TEMPLATE }
  await ask('complete a template', 'completion/complete', { ref: template, ...argument('resourceId', '7') })
  const nothing = { type: 'ref/resource', uri: 'nothing://{x}' }
  await ask('complete nothing', 'completion/complete', { ref: nothing, ...argument('x', '') })

  await ask('subscribe', 'resources/subscribe', { uri: SUBSCRIBED })
  await call('toggle-subscriber-updates', {})
  await ask('unsubscribe', 'resources/unsubscribe', { uri: SUBSCRIBED })
  await call('toggle-subscriber-updates', {})

  const abort = new AbortController()
  setTimeout(() => abort.abort(new Error('cancelled by the test')), 150)
  await call('trigger-long-running-operation', { duration: 2, steps: 2 }, {}, { signal: abort.signal })
  await call('get-sum', { a: 1, b: 1 })
  return {
    exchanges,
    asked: client.asked.map(({ method, params }) => ({ method, params })),
    said: client.notices
      .map(
        ({ method, params }) =>
          `${method} ${method === 'notifications/message' ? '' : JSON.stringify(params)}`,
      )
      .filter((notice) => !notice.startsWith('notifications/tools/list_changed'))
      .toSorted(),
  }

  /** Follows a task of the server to its result. */
  async function taskOf(started: Params): Promise<void> {
    const { taskId } = isObject(started['task']) ? started['task'] : {}
    const result = ask('result of the task', 'tasks/result', { taskId })
    const { status } = (await client.request('tasks/get', { taskId })) as Params
    exchanges.push({ what: 'task', outcome: status, progress: [] })
    await result
    await ask('tasks', 'tasks/list', {})
    await ask('cancel a task that is over', 'tasks/cancel', { taskId })
  }
}
