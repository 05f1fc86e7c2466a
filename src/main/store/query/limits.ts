/** What a query child may hold in memory, all of its process counted. */
export const MEMORY_LIMIT = 256 * 1024 * 1024

export const QUERY_LIMIT_MS = 5_000
/** To load a content: reading all of it takes longer than any query on it should. */
export const LOAD_LIMIT_MS = 30_000
/**
 * What an answer should take with a slow start counted in; then the query gets less than its limit, but never less than the
 * second figure.
 */
export const ANSWER_LIMIT_MS = 5_300
export const LEAST_QUERY_MS = 1_000
