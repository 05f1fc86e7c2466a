import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { LONGEST_PROMPT, MOST_EVENTS, type TranscriptCall, type TranscriptEvent } from './event.ts'
import { isRecord, type TranscriptSink } from './format.ts'
import type { Line } from './lines.ts'

const FORMATS = [claudeCode, codex]
/** So many lines that cannot be read are named. */
const NAMED = 20
/** Arguments of more characters are left out: name and time are enough then. */
const LONGEST_ARGUMENTS = 16_384
/** Of all arguments together, so that an import stays a request of some megabytes. */
const MOST_ARGUMENTS = 12 * 1024 * 1024

export interface ParsedTranscript {
  /** The program that wrote it; null where no line was known. */
  readonly format: string | null
  readonly lines: number
  /** Lines that are no JSON, or that no known program writes. */
  readonly malformed: number
  readonly firstMalformed: readonly { readonly line: number; readonly reason: string }[]
  readonly events: readonly TranscriptEvent[]
  /** There was more than is taken from one transcript. */
  readonly cut: boolean
}

/** Reads a transcript line by line. Nothing in it is trusted: what is odd is counted and passed over. */
export async function parseTranscript(lines: AsyncIterable<Line>): Promise<ParsedTranscript> {
  const collector = new Collector()
  const firstMalformed: { line: number; reason: string }[] = []
  let format: string | null = null
  let malformed = 0
  let number = 0
  for await (const { text } of lines) {
    number++
    const reason = text === null ? 'too long' : text.trim() === '' ? null : readLine(text)
    if (reason === null) continue
    malformed++
    if (firstMalformed.length < NAMED) firstMalformed.push({ line: number, reason })
  }
  return { format, lines: number, malformed, firstMalformed, events: collector.events, cut: collector.cut }

  function readLine(text: string): string | null {
    let record: unknown
    try {
      record = JSON.parse(text)
    } catch {
      // Named by its caller.
      return 'not JSON'
    }
    if (!isRecord(record)) return 'not an object'
    const read = record
    const found = FORMATS.find((one) => one.read(read, collector))
    format ??= found?.name ?? null
    return found === undefined ? 'of no known program' : null
  }
}

class Collector implements TranscriptSink {
  readonly events: TranscriptEvent[] = []
  cut = false
  readonly #calls = new Map<string, TranscriptCall>()
  #argumentChars = 0

  prompt(at: string, text: string): void {
    const time = isoOf(at)
    if (time !== null && text !== '') this.#add({ kind: 'prompt', at: time, text: cutText(text) })
  }

  call(at: string, id: string, tool: string, args: unknown): void {
    const time = isoOf(at)
    if (time === null || tool === '' || tool.length > 256 || id.length > 256) return
    const known = id === '' ? undefined : this.#calls.get(id)
    // Told again with more of it: the server that was called, say.
    if (known !== undefined) {
      Object.assign(known, { tool, arguments: this.#modest(args) ?? known.arguments })
      return
    }
    const call: TranscriptCall = {
      kind: 'call',
      at: time,
      endedAt: null,
      id: id === '' ? null : id,
      tool,
      arguments: this.#modest(args),
    }
    this.#add(call)
    if (id !== '') this.#calls.set(id, call)
  }

  end(at: string, id: string): void {
    const call = this.#calls.get(id)
    const time = isoOf(at)
    if (call !== undefined && time !== null) call.endedAt = time
  }

  #add(event: TranscriptEvent): void {
    if (this.events.length < MOST_EVENTS) this.events.push(event)
    else this.cut = true
  }

  #modest(args: unknown): unknown {
    const chars = (JSON.stringify(args) ?? '').length
    if (chars > LONGEST_ARGUMENTS || this.#argumentChars + chars > MOST_ARGUMENTS) return undefined
    this.#argumentChars += chars
    return args
  }
}

/** The beginning of a text, no character cut in two. */
const cutText = (text: string) => text.slice(0, LONGEST_PROMPT).toWellFormed()

function isoOf(at: string): string | null {
  const time = Date.parse(at)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
