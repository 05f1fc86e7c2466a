import { SpillwayError } from '../../../shared/errors.ts'

/** What a reference in an argument names (DESIGN.md section 4, "References in arguments"). */
export interface Reference {
  /** As it was written, braces included. */
  readonly text: string
  readonly source: { readonly step: number } | { readonly id: string }
  /** Into the structured content, else the parsed text; null: the whole text. */
  readonly path: readonly (string | number)[] | null
  readonly slice: Slice | null
}

export interface Slice {
  readonly unit: 'lines' | 'range'
  readonly start: number
  /** Half-open; null: to the end. */
  readonly end: number | null
}

export type Piece = { readonly literal: string } | { readonly reference: Reference }

/**
 * Braces are ours only before these two; all others are left alone, also where a longer word begins as ours does. An escaped one loses
 * its backslash.
 */
const CANDIDATE = /(\\)?\{\{(step\d+(?=[.[|}])|scratchpad:)([^{}]*)\}\}/g
const ESCAPED_START = /\\(\{\{(?:step\d|scratchpad:))/g
const SLICE = /^(lines|range):(-?\d+)(?:,(-?\d+)?)?$/
const MEMBER = /\.([^.[\]|]+)|\[(\d+)\]|\["([^"]*)"\]/y

/**
 * A string's literal stretches and references, in order, in one pass: what a reference brings in is never looked at again.
 * @throws SpillwayError `invalid_input` naming what begins as a reference and is none: a server must not get the braces for the value
 */
export function parseReferences(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(CANDIDATE)) {
    const [whole, escape, head = '', rest = ''] = match
    if (escape !== undefined) continue
    const reference = parseReference(whole, head, rest) ?? refuse(whole)
    if (match.index > at) pieces.push({ literal: unescape(text.slice(at, match.index)) })
    pieces.push({ reference })
    at = match.index + whole.length
  }
  if (at < text.length || pieces.length === 0) pieces.push({ literal: unescape(text.slice(at)) })
  return pieces
}

const unescape = (text: string) => text.replace(ESCAPED_START, '$1')

function refuse(text: string): never {
  throw new SpillwayError(
    'invalid_input',
    `${text} cannot be understood.`,
    'References are {{scratchpad:ID}}, {{scratchpad:NAME.path}}, {{stepN.content}}, each perhaps with |lines:10,20 or |range:0,500; write \\{{ for the braces themselves.',
  )
}

/** Null where it only begins as one. */
function parseReference(text: string, head: string, rest: string): Reference | null {
  const [expression = '', sliceText, ...more] = rest.split('|')
  if (more.length > 0) return null
  const slice = sliceText === undefined ? null : parseSlice(sliceText)
  if (sliceText !== undefined && slice === null) return null
  if (head.startsWith('step')) {
    const path = parsePath(expression)
    return (
      path && { text, source: { step: Number(head.slice(4)) }, path: isContent(path) ? null : path, slice }
    )
  }
  const id = /^(?:sha256:[0-9a-f]{12,64}|[A-Za-z0-9_-]+)/.exec(expression)?.[0]
  if (id === undefined) return null
  const path = parsePath(expression.slice(id.length))
  return path && { text, source: { id }, path: isContent(path) ? null : path, slice }
}

/** `.content`, or nothing at all, is the whole text. */
const isContent = (path: readonly (string | number)[]) =>
  path.length === 0 || (path.length === 1 && path[0] === 'content')

function parsePath(text: string): (string | number)[] | null {
  const path: (string | number)[] = []
  MEMBER.lastIndex = 0
  while (MEMBER.lastIndex < text.length) {
    const match = MEMBER.exec(text)
    if (!match) return null
    path.push(match[1] ?? match[3] ?? Number(match[2]))
  }
  return path
}

function parseSlice(text: string): Slice | null {
  const match = SLICE.exec(text)
  if (!match) return null
  const [, unit, start, end] = match
  return { unit: unit as Slice['unit'], start: Number(start), end: end === undefined ? null : Number(end) }
}
