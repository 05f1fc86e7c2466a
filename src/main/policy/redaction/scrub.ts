import { SpillwayError } from '../../../shared/errors.ts'
import { passesLuhn } from './detectors.ts'
import type { RedactionPattern } from './patterns.ts'

/** How far back a stream is held, in UTF-16 units: a match up to this long is found wherever the pieces part. */
const HOLD = 262_144
/** A match that runs on for longer than this is not waited for. */
const LONGEST = 8 * 1024 * 1024
/** What patterns may look back at of what has gone before. */
const CONTEXT = 256

/** How often each pattern matched. */
export type Counts = Record<string, number>

/** What of a text has been seen and not yet let through. */
export interface Held {
  readonly context: string
  readonly carry: string
}

export const NOTHING_HELD: Held = { context: '', carry: '' }

interface Stretch {
  readonly start: number
  end: number
  readonly pattern: RedactionPattern
}

/**
 * Replaces what the patterns match in a text that comes in pieces, as if it had come in one.
 * @param final no more follows: everything is let through
 * @throws SpillwayError `too_large` where a match does not end
 */
export function scrub(
  held: Held,
  text: string,
  final: boolean,
  patterns: readonly RedactionPattern[],
): { text: string; held: Held; counts: Counts } {
  const buffer = held.context + held.carry + text
  const from = held.context.length
  const stretches = stretchesIn(buffer, from, patterns)
  const cut = final ? buffer.length : cutBefore(buffer, stretches, Math.max(from, buffer.length - HOLD))
  if (buffer.length - cut > LONGEST)
    throw new SpillwayError('too_large', `A redaction pattern matches more than ${LONGEST} characters.`)
  const out: string[] = []
  const counts: Counts = {}
  let at = from
  for (const { start, end, pattern } of stretches) {
    if (end > cut) break
    out.push(buffer.slice(at, start), pattern.replacement)
    counts[pattern.name] = (counts[pattern.name] ?? 0) + 1
    at = end
  }
  out.push(buffer.slice(at, cut))
  const next = { context: buffer.slice(Math.max(0, cut - CONTEXT), cut), carry: buffer.slice(cut) }
  return { text: out.join(''), held: next, counts }
}

/** The same for a text that is there whole. */
export function scrubWhole(
  text: string,
  patterns: readonly RedactionPattern[],
): { text: string; counts: Counts } {
  return scrub(NOTHING_HELD, text, true, patterns)
}

/** All matches in order, none overlapping: of two that do, both go, as one. */
function stretchesIn(buffer: string, from: number, patterns: readonly RedactionPattern[]): Stretch[] {
  const found = patterns.flatMap((pattern) => matchesOf(buffer, from, pattern))
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Stretch[] = []
  for (const stretch of found) {
    const last = merged.at(-1)
    if (last && stretch.start < last.end) last.end = Math.max(last.end, stretch.end)
    else merged.push(stretch)
  }
  return merged
}

function matchesOf(buffer: string, from: number, pattern: RedactionPattern): Stretch[] {
  const expression = compiled(pattern)
  expression.lastIndex = from
  const found: Stretch[] = []
  for (let match = expression.exec(buffer); match; match = expression.exec(buffer)) {
    const [text] = match
    // Nothing is nothing to redact, and would match for ever.
    if (text === '') expression.lastIndex++
    else if (pattern.check !== 'luhn' || passesLuhn(text))
      found.push({ start: match.index, end: match.index + text.length, pattern })
  }
  return found
}

const expressions = new Map<string, RegExp>()

function compiled({ source, flags }: RedactionPattern): RegExp {
  const key = `${flags}/${source}`
  let expression = expressions.get(key)
  if (!expression) expressions.set(key, (expression = new RegExp(source, flags)))
  return expression
}

/** Where to cut so that no match is cut, and no half of a character. */
function cutBefore(buffer: string, stretches: readonly Stretch[], wanted: number): number {
  const cut = stretches.find(({ start, end }) => start < wanted && wanted < end)?.start ?? wanted
  const inPair = isSurrogate(buffer, cut - 1, 0xd800) && isSurrogate(buffer, cut, 0xdc00)
  return inPair ? cut - 1 : cut
}

const isSurrogate = (text: string, at: number, half: number) => (text.charCodeAt(at) & 0xfc00) === half
