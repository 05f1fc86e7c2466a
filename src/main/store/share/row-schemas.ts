import { z } from 'zod'
import { policyAction, previewStyle } from '../../../shared/config.ts'
import { contentKind, encoding, sha256, sizes } from '../../../shared/entry.ts'
import { callId, entryId, projectId, sessionId, turnId } from '../../../shared/ids.ts'
import { jsonOf } from './json-column.ts'

/** The end of the year 9999: the last time that can be written down as others are. */
const LAST_TIME = 253_402_300_799_999
/** More than any content or sum has, and few enough of them add up to no overflow. */
const LARGEST = 2 ** 42
const LONGEST_NAME = 4_096
const LONGEST_TEXT = 64 * 1024 * 1024

const time = z.int().min(0).max(LAST_TIME)
const count = z.int().min(0).max(LARGEST)
const flag = z.union([z.literal(0), z.literal(1)])
const row = z.int().positive()
const name = z.string().max(LONGEST_NAME)
const text = z.string().max(LONGEST_TEXT)

/** What a column of a later version may hold: this one does not know it and hands it on. */
const other = z.union([text, z.number(), z.null()])

const block = z.looseObject({ type: z.string() })
const spans = jsonOf(z.array(z.tuple([count, count])).max(100_000))

const decidedBy = z.object({
  action: policyAction,
  thresholdBytes: count,
  thresholdChars: count.nullable(),
  previewTokens: count,
  previewStyle,
  media: z.enum(['inline', 'offload']),
  enabled: z.boolean(),
  errorThresholdBytes: count,
  asked: z.boolean(),
})
const offeredTool = z.looseObject({
  server: name,
  tool: name,
  publicName: name,
  definition: z.looseObject({ name }),
})

/** What each row of a recording must be to be let in: what others wrote is taken for nothing else than data, and for none that is odd. */
export const rowSchemas = {
  projects: z.object({ id: projectId, path: name }).catchall(other),
  sessions: z
    .object({
      id: sessionId,
      client_name: name,
      project: projectId.nullable(),
      transport: name,
      handshake: z.null(),
      repeats: sessionId.nullable(),
      started_at: time,
      last_used_at: time,
    })
    .catchall(other),
  rules: z.object({ sha256, rule: jsonOf(decidedBy) }),
  tool_lists: z.object({ sha256, tools: jsonOf(z.array(offeredTool).max(10_000)) }),
  session_tools: z.object({ session: sessionId, tool_list: sha256, at: time }),
  turns: z
    .object({
      id: turnId,
      session: sessionId,
      number: count,
      prompt: text.nullable(),
      title: text.nullable(),
      by_hand: flag,
      external_key: name.nullable(),
      explicit: flag,
      started_at: time,
      ended_at: time.nullable(),
    })
    .catchall(other),
  calls: z
    .object({
      seq: row,
      id: callId,
      session: sessionId,
      turn: turnId,
      step: z.int().positive(),
      server: name.nullable(),
      tool: name.min(1),
      arguments: jsonOf(z.unknown()).nullable(),
      resolved: jsonOf(z.unknown()).nullable(),
      error: jsonOf(z.record(z.string(), z.unknown())).nullable(),
      client_call: name.nullable(),
      repeats: callId.nullable(),
      is_error: flag,
      outcome: z.enum(['offloaded', 'inline', 'failopen']),
      cancelled: text.nullable(),
      started_at: time,
      duration_ms: z.number().min(0).max(LARGEST),
      raw_bytes: count,
      delivered_bytes: count,
      tokens_raw: count,
      tokens_delivered: count,
      tokens_counted: flag,
      tokens_exact: flag,
      result: jsonOf(z.record(z.string(), z.unknown())).nullable(),
      delivered: jsonOf(z.looseObject({ content: z.array(block).optional() })).nullable(),
    })
    .catchall(other),
  call_blobs: z.object({ call: callId, blob: row, held_at: time }),
  blobs: z
    .object({
      id: row,
      sha256,
      bytes: count,
      chars: count.nullable(),
      lines: count.nullable(),
      encoding,
      stored_bytes: count,
      condemned: z.literal(0),
    })
    .catchall(other),
  entries: z
    .object({
      seq: row,
      id: entryId,
      name,
      blob: row.nullable(),
      sha256,
      bytes: count,
      chars: count.nullable(),
      lines: count.nullable(),
      encoding,
      mime: name.nullable(),
      kind: contentKind,
      complete: flag,
      scope: z.enum(['session', 'project']),
      version: count,
      tier: z.enum(['turn', 'session', 'project']),
      pinned: flag,
      project: projectId.nullable(),
      session: sessionId,
      turn: turnId.nullable(),
      step: z.int().positive().nullable(),
      call: callId.nullable(),
      server: name.nullable(),
      tool: name.min(1),
      source: name,
      created_at: time,
      last_used_at: time,
      preview: text,
      preview_spans: spans,
      delivered_text: text.nullable(),
      omitted: jsonOf(sizes),
      metadata: jsonOf(z.record(z.string(), z.unknown())),
      redactions: count,
      note: flag,
      pruned_at: time.nullable(),
      pruned_why: name.nullable(),
      summary: text.nullable(),
    })
    .catchall(other),
  reads: z
    .object({
      seq: row,
      entry: entryId,
      session: sessionId.nullable(),
      turn: turnId.nullable(),
      at: time,
      mode: name,
      params: jsonOf(z.record(z.string(), z.unknown())),
      unit: z.enum(['chars', 'bytes', 'lines', 'matches', 'rows']),
      start: count,
      end: count,
      spans,
      chars: count,
      tokens: count,
    })
    .catchall(other),
  events: z
    .object({
      seq: row,
      at: time,
      // Of whatever version: what this one does not know is not taken in.
      type: name,
      session: sessionId.nullable(),
      turn: turnId.nullable(),
      step: z.int().nullable(),
      entry: entryId.nullable(),
      data: jsonOf(z.record(z.string(), z.unknown())),
    })
    .catchall(other),
} as const

export type SharedTable = keyof typeof rowSchemas
export type SharedRow<T extends SharedTable> = z.output<(typeof rowSchemas)[T]>
