import type { ReadParams } from '../../shared/reading.ts'
import type { Preview } from './preview/doc.ts'
import type { ReferenceFacts } from './reference.ts'

const FIRST_BYTES = 4_096

/** The arguments of a `scratchpad_read` that goes on where the preview stops, and the other modes that fit. */
export function nextRead({ id, kind }: ReferenceFacts, { next }: Preview): string {
  const params: ReadParams =
    next ?? (kind === 'binary' ? { mode: 'range', start: 0, end: FIRST_BYTES } : { mode: 'head' })
  return `${JSON.stringify({ id, ...params })}${otherModes(kind)}`
}

function otherModes(kind: ReferenceFacts['kind']): string {
  if (kind === 'binary') return ' (base64)'
  if (kind === 'json' || kind === 'ndjson') return ' or mode grep, json, sql'
  if (kind === 'csv') return ' or mode grep, lines, sql'
  return ' or mode grep, lines, tail'
}
