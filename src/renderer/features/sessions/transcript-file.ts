import type { TranscriptResult } from '../../../shared/contract/transcripts.ts'
import { linesOf } from '../../../shared/transcript/lines.ts'
import { type ParsedTranscript, parseTranscript } from '../../../shared/transcript/parse.ts'
import type { ApiClient } from '../../api/client.ts'

export interface ImportedFile extends Omit<ParsedTranscript, 'events'> {
  readonly name: string
  /** Null where no known program wrote it. */
  readonly result: TranscriptResult | null
}

/** Reads a transcript here and has the daemon give turns their prompts by it. */
export async function importFile(client: ApiClient, file: File): Promise<ImportedFile> {
  const { events, ...parsed } = await parseTranscript(linesOf(piecesOf(file)))
  const result =
    parsed.format === null ? null : await client.call('importTranscript', { events: [...events] })
  return { name: file.name, ...parsed, result }
}

/** Not every browser can iterate over a stream. */
async function* piecesOf(file: File): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
