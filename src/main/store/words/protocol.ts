import type { Content, Viewer } from '../protocol.ts'

/** An entry in which something is to be looked for. */
export interface Candidate {
  readonly content: Content
  /** `server.tool`, or the tool alone. */
  readonly source: string
}

export interface CandidateOrder {
  readonly viewer: Viewer
  /** Only entries that have a word beginning with each of these; null: all. */
  readonly words: readonly string[] | null
  readonly at: number
}

export interface Candidates {
  /** Newest first. */
  readonly entries: readonly Candidate[]
  /** Words that the index cannot tell of: entries may not have them. */
  readonly unknown: readonly string[]
  /** Entries of the viewer with text whose words are not all in the index yet. */
  readonly unindexed: number
}

export type WordsMethods = {
  /** Indexes what is new, in the background; answered when nothing is left to do. */
  keepUp(order: null): Promise<void>
  candidates(order: CandidateOrder): Candidates
  /** Forgets every word and gives the room back to the disk. */
  clear(order: null): void
}

export interface WordsThreadData {
  readonly file: string
  readonly indexFile: string
}
