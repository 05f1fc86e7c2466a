import type { Row } from './copy-rows.ts'
import type { SharedRow } from './row-schemas.ts'

/** How a session came that was taken over from a file. */
export const IMPORTED = 'imported'

const withoutSeq = ({ seq: _seq, ...row }: Row): Row => row

/** A session of yours, whoever made it: no client of this home may ever go on with it. */
export const sessionToHome = (row: SharedRow<'sessions'>, project: string | null): Row => ({
  ...row,
  client: '',
  project,
  transport: IMPORTED,
  external_key: null,
})

/** A turn that was under way when it was exported is over here. */
export const turnToHome = (row: SharedRow<'turns'>, endedAt: number): Row => ({
  ...row,
  external_key: null,
  ended_at: row.ended_at ?? Math.max(endedAt, row.started_at),
})

export const callToHome = (row: SharedRow<'calls'>): Row => withoutSeq(row)

/**
 * An entry begins its life here anew, and without a pin. What was a note for a whole project is an entry of its session only: no agent
 * here may be taught by what came in a file.
 */
export function entryToHome(
  row: SharedRow<'entries'>,
  place: { blob: number | null; project: string | null; at: number; ttlSeconds: number },
): Row {
  const { blob, project, at, ttlSeconds } = place
  return {
    ...withoutSeq(row),
    client: '',
    project,
    blob,
    scope: 'session',
    note: row.scope === 'session' ? row.note : 0,
    tier: 'project',
    pinned: 0,
    source: row.server === null ? row.tool : `${row.server}.${row.tool}`,
    last_used_at: at,
    ttl_seconds: ttlSeconds,
    expires_at: at + ttlSeconds * 1000,
    lease_session: null,
    lease_until: null,
  }
}
