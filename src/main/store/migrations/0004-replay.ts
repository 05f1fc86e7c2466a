/**
 * A turn is replayed from its calls, what they stored and what was read in it: the last two are found by index too. A read without a
 * turn of its own (over HTTP, by nobody's session) counts with the turn of its entry.
 */
export const replay = `
CREATE INDEX reads_by_turn ON reads (turn) WHERE turn IS NOT NULL;
CREATE INDEX entries_by_call ON entries (call) WHERE call IS NOT NULL;
`
