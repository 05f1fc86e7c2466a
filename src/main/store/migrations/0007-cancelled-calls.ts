/**
 * Calls that their client gave up, and what a client said of itself when its session began, so that a session that is taken up again
 * after a restart knows what its client can do.
 */
export const cancelledCalls = `
-- Why the client no longer wanted it; null where it got its answer. Such a call has neither a result nor an error.
ALTER TABLE calls ADD COLUMN cancelled TEXT;

-- JSON: the params of the client's initialize request.
ALTER TABLE sessions ADD COLUMN handshake TEXT;
`
