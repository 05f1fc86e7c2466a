import type { Encoding } from '../../../shared/entry.ts'
import type { RedactionPattern } from '../../policy/redaction/patterns.ts'
import type { Counts, Held } from '../../policy/redaction/scrub.ts'

/** Where the redaction of one content is; it travels with each piece, so that a thread that is ended takes nothing with it. */
export interface ScrubState extends Held {
  /** How the bytes are read; null before the first. `latin1` stands for whatever is no valid text: a byte a character. */
  readonly encoding: Exclude<Encoding, 'binary'> | null
  /** The beginning of a character whose rest has not come. */
  readonly tail: Uint8Array
}

export interface ScrubOrder {
  readonly state: ScrubState
  readonly bytes: Uint8Array
  readonly final: boolean
  readonly patterns: readonly RedactionPattern[]
}

export interface Scrubbed {
  readonly state: ScrubState
  readonly bytes: Uint8Array
  readonly counts: Counts
}

export type RedactionMethods = {
  bytes(order: ScrubOrder): Scrubbed
  json(order: { json: string; patterns: readonly RedactionPattern[] }): { json: string; counts: Counts }
}
