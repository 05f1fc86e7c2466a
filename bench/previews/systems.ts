import { createHash } from 'node:crypto'
import { automaticName } from '../../src/main/policy/automatic-name.ts'
import type { Doc } from '../../src/main/policy/preview/index.ts'
import { makeReference } from '../../src/main/policy/reference.ts'
import { Utf8Text } from '../../src/main/policy/text/utf8-text.ts'
import { previewFor } from '../../src/main/store/ingest/preview.ts'

/** What takes the place of a result in the agent's context. */
export interface Shown {
  /** All that reaches the agent. */
  readonly delivered: string
  /** What of it is about the content: what a question may be answered by. */
  readonly preview: string
  /** The shortest text with which an agent could read on, where `delivered` has none. */
  readonly pointer: string
}

/** What other systems say at least beside their previews: an id, and what reads it. */
const POINTER = '\n[Stored as e_7k3m9qp2x5rd: scratchpad_read]'

const BUDGET = 400
/** Ten tokens, as most random ids have. */
const TYPICAL_ID = 'e_7k3m9qp2x5rd'
const codePoints = (text: string) => Array.from(text)

/** A text as the policy sees it when all of it fits into memory. */
export function docOf(text: string): Doc {
  const bytes = Buffer.from(text)
  return {
    sizes: {
      bytes: bytes.length,
      chars: codePoints(text).length,
      lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    },
    encoding: 'utf-8',
    mime: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    magic: bytes.subarray(0, 4_096),
    head: Utf8Text.of(text),
    tail: Utf8Text.of(''),
    whole: true,
  }
}

/** The reference with its preview, as the gateway delivers it with the default configuration. */
export function spillway(text: string, file: string): Shown {
  const doc = docOf(text)
  const name = automaticName(file, 1)
  const preview = previewFor(doc, { style: 'auto', tokens: BUDGET, name })
  const { sizes, encoding, sha256 } = doc
  const { kind, mime } = preview
  const facts = { id: TYPICAL_ID, name, step: 1, sha256, sizes, encoding, kind, mime }
  const expiresAt = '2026-11-22T10:00:00Z'
  const delivered = makeReference({ ...facts, complete: true, expiresAt, redactions: 0 }, preview)
  return { delivered, preview: preview.text, pointer: '' }
}

function headTail(text: string): Shown {
  const chars = codePoints(text)
  const omitted = chars.length - 1_000
  const shown = `${chars.slice(0, 500).join('')}\n[… ${omitted} characters omitted …]\n${chars.slice(-500).join('')}`
  return { delivered: shown, preview: shown, pointer: POINTER }
}

function first200(text: string): Shown {
  const shown = `${codePoints(text).slice(0, 200).join('')}…`
  return { delivered: shown, preview: shown, pointer: POINTER }
}

/** The fixed previews of other systems are given an id and the same reads for free. */
export const systems = {
  spillway,
  'first-500-last-500': headTail,
  'first-200': first200,
  raw: (text: string): Shown => ({ delivered: text, preview: text, pointer: '' }),
} satisfies Record<string, (text: string, file: string) => Shown>
