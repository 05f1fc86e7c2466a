import type { Database } from 'better-sqlite3'
import type { TokensData } from '../../../shared/event.ts'
import { get, run } from '../statement.ts'
import type { Announcements } from './events.ts'
import type { Tally } from './totals.ts'

interface CountOrder {
  call: string
  at: number
  tokensRaw: number
  tokensDelivered: number
  exact: boolean
}

interface Counted {
  client: string
  session: string
  turn: string
  step: number
  source: string
  raw: number
  delivered: number
  at: number
  repeats: string | null
}

/** Puts counted tokens in the place of a call's estimates, in the totals too. */
export function setTokens(db: Database, announce: Announcements, order: CountOrder, tally: Tally): void {
  const before = get<Counted>(
    db,
    `SELECT s.client, c.session, c.turn, c.step, c.tokens_raw AS raw, c.tokens_delivered AS delivered, c.started_at AS at, c.repeats,
       CASE WHEN c.server IS NULL THEN c.tool ELSE c.server || '.' || c.tool END AS source
     FROM calls c JOIN sessions s ON s.id = c.session WHERE c.id = ?`,
    order.call,
  )
  if (!before) return
  run(
    db,
    'UPDATE calls SET tokens_raw = ?, tokens_delivered = ?, tokens_counted = 1, tokens_exact = ? WHERE id = ?',
    order.tokensRaw,
    order.tokensDelivered,
    order.exact ? 1 : 0,
    order.call,
  )
  if (before.repeats === null)
    tally.add(before, {
      tokens_raw: order.tokensRaw - before.raw,
      tokens_delivered: order.tokensDelivered - before.delivered,
    })
  const data: TokensData = {
    call: order.call,
    tokensRaw: order.tokensRaw,
    tokensDelivered: order.tokensDelivered,
    tokensExact: order.exact,
  }
  const { client, session, turn, step } = before
  announce.add(db, { at: order.at, type: 'call.tokens', client, session, turn, step, data })
}
