import type { ContentKind } from '../../../shared/entry.ts'

/** Words by which a line tells of an error; the same pattern finds such lines in the whole content and colours them. */
export const ERROR_PATTERN = String.raw`\b(?:ERROR|FATAL|CRITICAL|PANIC|SEVERE|FAILED|Traceback|panicked at)\b|\b\w*(?:Error|Exception)\b:`

const error = new RegExp(ERROR_PATTERN)

export function looksLikeError(line: string): boolean {
  return error.test(line)
}

/** Kinds in which such words tell of something that happened; in code or data they are only words. */
const TELLING: readonly ContentKind[] = ['log', 'tests', 'compiler', 'text', 'ndjson']

export const tellsOfErrors = (kind: ContentKind): boolean => TELLING.includes(kind)
