import type { Database } from 'better-sqlite3'
import { envelope, type OtlpSpan } from '../../telemetry/otlp.ts'
import { callSpan, sessionSpan, turnSpan } from '../../telemetry/spans.ts'
import type { CallBodies } from '../reads/calls.ts'
import { all } from '../statement.ts'
import { listed } from './json-list.ts'
import { recordedCalls } from './recorded-calls.ts'

interface SessionRow {
  id: string
  client_name: string
  started_at: number
  last_used_at: number
}
interface TurnRow {
  id: string
  session: string
  number: number
  prompt: string | null
  started_at: number
  ended_at: number | null
  last_call: number | null
}

const TURNS = `SELECT t.*, (SELECT max(started_at + duration_ms) FROM calls c WHERE c.turn = t.id) AS last_call FROM turns t ORDER BY number`

/** A recording as OTLP/JSON: what a collector takes at `/v1/traces`, with contents, because whoever exports wants them. */
export function otlpOf(file: Database, version: string): Generator<string> {
  const mark = '"spans":['
  const around = JSON.stringify(envelope(version, []))
  const cut = around.indexOf(mark) + mark.length
  return listed(around.slice(0, cut), spansOf(file), `${around.slice(cut)}\n`)
}

function* spansOf(file: Database): Generator<OtlpSpan> {
  const sessions = all<SessionRow>(file, 'SELECT * FROM sessions')
  const turns = all<TurnRow>(file, TURNS)
  const endOf = ({ started_at, ended_at, last_call }: TurnRow) =>
    Math.max(started_at, ended_at ?? 0, last_call ?? 0)
  for (const { id, client_name, started_at, last_used_at } of sessions) {
    const endedAt = Math.max(last_used_at, ...turns.map(endOf))
    yield sessionSpan({ session: id, clientName: client_name, startedAt: started_at, endedAt })
  }
  const clientName = sessions[0]?.client_name ?? null
  for (const turn of turns) {
    const { id, session, number, prompt, started_at } = turn
    const times = { startedAt: started_at, endedAt: endOf(turn) }
    yield turnSpan({ session, turn: id, number, clientName, prompt, ...times })
  }
  for (const recorded of recordedCalls(file)) yield spanOf(recorded)
}

function spanOf({ call, arguments: sent, result, error }: CallBodies): OtlpSpan {
  const { id, startedAt, offloaded, ...facts } = call
  return callSpan({
    ...facts,
    call: id,
    startedAt: Date.parse(startedAt),
    outcome: call.cancelled !== null ? 'cancelled' : offloaded ? 'offloaded' : 'inline',
    content: { arguments: sent, result: result ?? error },
  })
}
