import type { Database } from 'better-sqlite3'
import type { CallBodies } from '../reads/calls.ts'
import { iso } from '../rows.ts'
import { all } from '../statement.ts'
import { listed } from './json-list.ts'
import { recordedCalls } from './recorded-calls.ts'

/**
 * A recording in the form of an HTTP archive (HAR 1.2), which many tools list and search: a turn is a page, a call an entry. What HAR has
 * no field for stands under `_spillway`.
 */
export function harOf(file: Database, version: string): Generator<string> {
  const pages = all<{ id: string; number: number; prompt: string | null; started_at: number }>(
    file,
    'SELECT id, number, prompt, started_at FROM turns ORDER BY number',
  ).map(({ id, number, prompt, started_at }) => ({
    id,
    startedDateTime: iso(started_at),
    title: prompt ?? `Turn ${number}`,
    pageTimings: { onContentLoad: -1, onLoad: -1 },
  }))
  const head = { version: '1.2', creator: { name: 'Spillway', version }, pages }
  return listed(`{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`, entriesOf(file), '\n]}}\n')
}

function* entriesOf(file: Database): Generator<object> {
  for (const recorded of recordedCalls(file)) yield entryOf(recorded)
}

const NO_HTTP = { httpVersion: 'MCP', cookies: [], headers: [], headersSize: -1 }

function entryOf({ call, arguments: sent, result, error, entries, pruned }: CallBodies): object {
  const { session, turn, step, server, tool, durationMs, rawBytes } = call
  const params = `{"name":${JSON.stringify(tool)},"arguments":${sent ?? '{}'}}`
  const request = `{"jsonrpc":"2.0","id":${step},"method":"tools/call","params":${params}}`
  return {
    pageref: turn,
    startedDateTime: call.startedAt,
    time: durationMs,
    request: {
      ...NO_HTTP,
      method: 'POST',
      url: `mcp://${server ?? 'local'}/${encodeURIComponent(tool)}`,
      queryString: [],
      postData: { mimeType: 'application/json', params: [], text: request },
      bodySize: Buffer.byteLength(request),
    },
    response: {
      ...NO_HTTP,
      ...statusOf(call),
      content: { size: rawBytes, mimeType: 'application/json', text: result ?? error ?? '' },
      redirectURL: '',
      bodySize: rawBytes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _spillway: { session, turn, step, call: call.id, server, tool, ...savedBy(call), entries, pruned },
  }
}

/** A request that was given up has no status in HAR, which is written as 0. */
function statusOf({ isError, cancelled }: CallBodies['call']): { status: number; statusText: string } {
  if (cancelled !== null) return { status: 0, statusText: 'cancelled' }
  return isError ? { status: 500, statusText: 'isError' } : { status: 200, statusText: 'OK' }
}

const savedBy = ({
  offloaded,
  deliveredBytes,
  tokensRaw,
  tokensDelivered,
  deliveredText,
}: CallBodies['call']) => ({ offloaded, deliveredBytes, tokensRaw, tokensDelivered, deliveredText })
