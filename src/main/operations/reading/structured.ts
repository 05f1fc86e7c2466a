import type { ReadParams } from '../../../shared/reading.ts'
import type { Content } from '../../store/protocol.ts'
import type { SqlAnswer } from '../../store/query/protocol.ts'
import { describeColumns } from '../../store/query/sql/describe.ts'
import type { Services } from '../services.ts'
import { toCursor } from './cursor.ts'
import type { ReadPlan } from './plan.ts'
import type { Slice } from './read.ts'

/** A longer cursor would not be taken back (see `readParams`). */
const LONGEST_CURSOR = 8_192

/** The rows of a SELECT over the table `t`, as CSV with a header row. */
export async function readSql(
  { queries }: Services,
  content: Content,
  plan: ReadPlan & { kind: 'sql' },
  maxChars: number,
): Promise<Slice> {
  const { query, path, skip, maxRows } = plan
  const answer = await queries.sql(content, path, { query, skip, maxRows, maxChars })
  const end = skip + answer.rows
  const more = end < answer.total
  const next = {
    mode: 'sql' as const,
    query,
    ...(path === null ? {} : { path }),
    limit: maxRows,
    offset: end,
  }
  const cursor = more ? cursorOf(content, next) : null
  return {
    plan,
    spans: [],
    result: {
      text: answer.text,
      encoding: 'text',
      span: null,
      totals: content.sizes,
      returned: { unit: 'rows', start: skip, end, count: answer.rows },
      truncated: more || answer.cutAt !== null,
      ...(cursor === null ? {} : { cursor }),
      footer: [...rowsFooter(answer, skip, cursor), tableFooter(answer)].join(' '),
    },
  }
}

function rowsFooter({ rows, total, cutAt }: SqlAnswer, skip: number, cursor: string | null): string[] {
  const said = [total === 1 ? '1 row.' : `${total} rows.`]
  const end = skip + rows
  if (rows < total && rows > 0) said[0] = `Rows ${skip + 1} to ${end} of ${total}.`
  if (rows === 0 && total > 0) said[0] = `No rows at ${skip} of ${total}.`
  if (end < total) said.push(cursor === null ? `Go on with offset ${end}.` : 'Go on with the cursor.')
  if (cutAt !== null) said.push(`Cells are cut at ${cutAt} characters: use substr() for the rest.`)
  return said
}

function tableFooter({ table: { columns, rows, header, leftOut } }: SqlAnswer): string {
  const named = header ? '' : ' (no header row was found)'
  const broken = leftOut === 0 ? '' : ` ${leftOut} lines are not JSON and were left out.`
  return `t has ${rows} rows: ${describeColumns(columns)}${named}.${broken}`
}

/** The values that a JSONPath selects, one a line. */
export async function readJson(
  { queries }: Services,
  content: Content,
  plan: ReadPlan & { kind: 'json' },
  maxChars: number,
): Promise<Slice> {
  const { path, skip, start, maxMatches } = plan
  const answer = await queries.json(content, { path, skip, start, maxMatches, maxChars })
  const { matches, total, cutAt } = answer
  const end = skip + matches
  const more = cutAt !== null || end < total
  const onward = cutAt === null ? { offset: end } : { offset: end - 1, start: cutAt }
  const cursor = more ? cursorOf(content, { mode: 'json', path, limit: maxMatches, ...onward }) : null
  const goOn = more ? ' Go on with the cursor.' : ''
  const notes = [
    total === 0
      ? `Nothing matches ${path}; the whole is ${answer.root}.`
      : total === 1
        ? `1 value matches.`
        : `${total} values match${matches < total ? `; ${skip + 1} to ${end} here` : ''}, one JSON value per line.`,
    ...(answer.raw ? ['It is a string, shown without quotes and escapes.'] : []),
    ...(cutAt === null ? [] : [`The last one is cut at character ${cutAt} of ${answer.cutOf}.`]),
  ]
  return {
    plan,
    spans: [],
    result: {
      text: answer.text,
      encoding: 'text',
      span: null,
      totals: content.sizes,
      returned: { unit: 'matches', start: skip, end, count: matches },
      truncated: more,
      ...(cursor === null ? {} : { cursor }),
      footer: `${notes.join(' ')}${goOn}`,
    },
  }
}

function cursorOf(content: Content, params: Omit<ReadParams, 'cursor'>): string | null {
  const cursor = toCursor(content.entry, params)
  return cursor.length > LONGEST_CURSOR ? null : cursor
}
