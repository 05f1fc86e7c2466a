import type { ReadParams, ReadResult } from '../../../shared/reading.ts'
import type { Content } from '../../store/protocol.ts'
import type { Services } from '../services.ts'
import { toCursor } from './cursor.ts'
import { planRead, type ReadPlan } from './plan.ts'
import { renderGrep } from './render-grep.ts'
import { readJson, readSql } from './structured.ts'

/** A line longer than this is cut around its match: one-line JSON would otherwise fill the reply. */
const LONGEST_GREP_LINE = 300

/** What a read gives, and which stretches of the content it showed. */
export interface Slice {
  readonly result: ReadResult
  readonly plan: ReadPlan
  readonly spans: readonly (readonly [number, number])[]
}

/** Reads one slice. `maxChars` caps the reply; what was cut off is said, with a cursor that goes on. */
export async function readSlice(
  services: Services,
  content: Content,
  params: ReadParams,
  maxChars: number,
): Promise<Slice> {
  const plan = planRead(content, params)
  const base = { totals: content.sizes, encoding: 'text' as const }
  switch (plan.kind) {
    case 'chars': {
      const end = Math.min(plan.end, plan.start + maxChars)
      const { text } = await services.store.read.chars({ content, start: plan.start, end })
      const more = end < plan.end
      const footer = rangeFooter('characters', plan.start, end, content.sizes.chars ?? 0, more)
      return {
        plan,
        spans: [[plan.start, end]],
        result: {
          ...base,
          text,
          span: [plan.start, end],
          returned: { unit: 'chars', start: plan.start, end, count: end - plan.start },
          truncated: more,
          ...(more ? { cursor: toCursor(content.entry, { mode: 'range', start: end, end: plan.end }) } : {}),
          footer,
        },
      }
    }
    case 'bytes': {
      const end = Math.min(plan.end, plan.start + Math.max(3, Math.floor(maxChars / 4) * 3))
      const bytes = await services.store.read.bytes({ blob: content.blob, start: plan.start, end })
      const more = end < plan.end
      return {
        plan,
        spans: [[plan.start, end]],
        result: {
          text: Buffer.from(bytes).toString('base64'),
          encoding: 'base64',
          totals: content.sizes,
          span: [plan.start, end],
          returned: { unit: 'bytes', start: plan.start, end, count: end - plan.start },
          truncated: more,
          ...(more ? { cursor: toCursor(content.entry, { mode: 'range', start: end, end: plan.end }) } : {}),
          footer: `${rangeFooter('bytes', plan.start, end, content.sizes.bytes, more)} Base64 of the bytes.`,
        },
      }
    }
    case 'lines': {
      const { start, end } = plan
      const slice = await services.store.read.lines({ content, start, end, maxChars })
      const more = slice.cutLine || slice.lastLine < end
      const next = slice.cutLine
        ? { mode: 'range' as const, start: slice.end, end: slice.stop }
        : { mode: 'lines' as const, start: slice.lastLine, end }
      const shownEnd = slice.cutLine ? start + 1 : slice.lastLine
      const where = `Lines ${start} to ${shownEnd - 1} of ${content.sizes.lines}`
      return {
        plan,
        spans: [[slice.start, slice.end]],
        result: {
          ...base,
          text: slice.text,
          span: [slice.start, slice.end],
          returned: { unit: 'lines', start, end: shownEnd, count: shownEnd - start },
          truncated: more,
          ...(more ? { cursor: toCursor(content.entry, next) } : {}),
          footer: slice.cutLine
            ? `Line ${start} is longer than one reply: characters ${slice.start} to ${slice.end}. Go on with the cursor.`
            : `${shownEnd === start ? `No lines at ${start} of ${content.sizes.lines}` : where}${more ? '; capped. Go on with the cursor.' : '.'}`,
        },
      }
    }
    case 'grep':
      return grep(services, content, plan, maxChars)
    case 'sql':
      return readSql(services, content, plan, maxChars)
    case 'json':
      return readJson(services, content, plan, maxChars)
    default:
      return plan satisfies never
  }
}

async function grep(
  services: Services,
  content: Content,
  plan: ReadPlan & { kind: 'grep' },
  maxChars: number,
): Promise<Slice> {
  const { pattern, ignoreCase, context, skip, countOnly } = plan
  const maxMatches = countOnly ? 0 : plan.maxMatches
  const query = { pattern, ignoreCase, context, skip, maxMatches, maxLineChars: LONGEST_GREP_LINE, maxChars }
  const found = await services.search.grep({ content, query })
  const more = !countOnly && skip + found.given < found.total
  const next = {
    mode: 'grep' as const,
    pattern,
    ignoreCase,
    context,
    limit: plan.maxMatches,
    offset: skip + found.given,
  }
  return {
    plan,
    spans: found.lines.map(({ char, chars }) => [char, char + chars] as const),
    result: {
      text: countOnly ? String(found.total) : renderGrep(found),
      encoding: 'text',
      span: null,
      totals: content.sizes,
      returned: countOnly
        ? { unit: 'matches', start: 0, end: found.total, count: found.total }
        : { unit: 'matches', start: skip, end: skip + found.given, count: found.given },
      truncated: more,
      ...(more ? { cursor: toCursor(content.entry, next) } : {}),
      footer: grepFooter(plan, found, more),
    },
  }
}

function grepFooter(
  plan: ReadPlan & { kind: 'grep' },
  found: { given: number; total: number },
  more: boolean,
): string {
  const lines = found.total === 1 ? '1 line matches' : `${found.total} lines match`
  if (plan.countOnly || found.total === 0) return `${lines}.`
  const shown = more
    ? `; matches ${plan.skip + 1} to ${plan.skip + found.given} shown. Go on with the cursor`
    : ''
  return `${lines}${shown}.`
}

function rangeFooter(unit: string, start: number, end: number, total: number, capped: boolean): string {
  const what = `${unit[0]?.toUpperCase()}${unit.slice(1)} ${start} to ${end} of ${total}`
  if (capped) return `${what}; capped. Go on with the cursor.`
  return end < total ? `${what}. Read on with mode range, start ${end}.` : `${what}: the end.`
}
