/**
 * Turns that people (and transcripts) put right, and all that is needed to make a call again: its arguments as its server got them,
 * an error that the server answered in the place of a result, and the name that the agent's program has for it.
 */
export const turns = `
ALTER TABLE turns ADD COLUMN title TEXT;
-- Split or merged: an import leaves the bounds of such a turn alone.
ALTER TABLE turns ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;

-- JSON with {"$blob": sha256} in the place of long strings; null where it is what the agent sent.
ALTER TABLE calls ADD COLUMN resolved TEXT;
-- JSON-RPC's {code, message, data}, as it came or as {"$blob": sha256}; such a call has no result.
ALTER TABLE calls ADD COLUMN error TEXT;
ALTER TABLE calls ADD COLUMN client_call TEXT;
-- The call that this one makes again.
ALTER TABLE calls ADD COLUMN repeats TEXT;
CREATE INDEX calls_by_client_call ON calls (client_call) WHERE client_call IS NOT NULL;

-- The session whose calls are made again in this one: what it costs is nobody's traffic.
ALTER TABLE sessions ADD COLUMN repeats TEXT;
`
