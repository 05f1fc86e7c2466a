/** One line of a transcript as its program wrote it. */
export type TranscriptRecord = Readonly<Record<string, unknown>>

/** What the lines of a transcript say, to whoever collects it. */
export interface TranscriptSink {
  prompt(at: string, text: string): void
  /** `id` names the call for `end`. */
  call(at: string, id: string, tool: string, args: unknown): void
  end(at: string, id: string): void
}

/** How one program writes its transcripts. */
export interface TranscriptFormat {
  readonly name: string
  /** Tells the sink what a line says; false where this program writes no such line. */
  read(record: TranscriptRecord, sink: TranscriptSink): boolean
}

export const isRecord = (value: unknown): value is TranscriptRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The records in a list, whatever else is in it. */
export const recordsIn = (value: unknown): TranscriptRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : []
