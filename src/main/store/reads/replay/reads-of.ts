/**
 * The reads that turns count, as rows of `reads` beside their `counted` turn, for the turns of a JSON array that is given twice. A read
 * without a turn of its own counts with the turn of its entry.
 */
export const READS_OF_TURNS = `(
  SELECT r.*, r.turn AS counted FROM reads r WHERE r.turn IN (SELECT value FROM json_each(?))
  UNION ALL
  SELECT r.*, e.turn FROM entries e JOIN reads r ON r.entry = e.id
  WHERE e.turn IN (SELECT value FROM json_each(?)) AND r.turn IS NULL)`
