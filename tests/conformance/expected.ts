import type { Revision } from './suite.ts'

const LISTED_BY_ITS_PLAIN_NAME =
  'looks for the tool by its plain name in the list, where ours has the server before it; passes under /mcp/SERVER'

/**
 * What our own surface does not pass though the fixture alone does: a scenario, or `scenario:check`, and why. Shorter than ten; an
 * entry whose checks all pass is a failure.
 */
export const EXPECTED: Readonly<Record<Revision, Readonly<Record<string, string>>>> = {
  '2025-11-25': { 'json-schema-2020-12': LISTED_BY_ITS_PLAIN_NAME },
  '2026-07-28': { 'json-schema-2020-12': LISTED_BY_ITS_PLAIN_NAME },
}
