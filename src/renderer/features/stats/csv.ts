import type { StatsSeries, Usage } from '../../../shared/contract/figures.ts'

type Value = string | number | null

/** RFC 4180: quotes around what a comma, a quote or a line break would tear apart. Null is empty. */
const cell = (value: Value): string => {
  const text = String(value ?? '')
  // A spreadsheet would run a name that begins so as a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csv = (rows: readonly Record<string, Value>[], names: readonly string[]): string =>
  [names, ...rows.map((row) => names.map((name) => row[name] ?? null))]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')

const figures = ({
  tokens,
  calls,
  offloads,
  inline,
  failOpen,
  entries,
  bytes,
  dedupHits,
  dedupBytes,
  reads,
}: Usage) => ({
  tokens_raw: tokens.raw,
  tokens_delivered: tokens.delivered,
  tokens_reread: tokens.reread,
  tokens_net: tokens.net,
  calls,
  offloads,
  inline,
  fail_open: failOpen,
  reads,
  entries,
  bytes,
  dedup_hits: dedupHits,
  dedup_bytes: dedupBytes,
})
const paces = (durationMs: StatsSeries['totals']['durationMs']) => ({
  p50_ms: durationMs?.p50 ?? null,
  p95_ms: durationMs?.p95 ?? null,
})
const FIGURES = [
  'tokens_raw',
  'tokens_delivered',
  'tokens_reread',
  'tokens_net',
  'calls',
  'offloads',
  'inline',
  'fail_open',
  'reads',
  'entries',
  'bytes',
  'dedup_hits',
  'dedup_bytes',
] as const satisfies readonly (keyof ReturnType<typeof figures>)[]
const PACES = ['p50_ms', 'p95_ms'] as const

/** The parts of a range as files for a spreadsheet, figures unrounded. */
export const csvOf = {
  time: ({ items }: StatsSeries) =>
    csv(
      items.map((item) => ({
        time: item.time,
        ...figures(item),
        ...paces(item.durationMs),
        bytes_stored: item.bytesStored,
      })),
      ['time', ...FIGURES, ...PACES, 'bytes_stored'],
    ),
  tool: ({ byTool }: StatsSeries) =>
    csv(
      byTool.map((row) => ({ tool: row.tool, ...figures(row), ...paces(row.durationMs) })),
      ['tool', ...FIGURES, ...PACES],
    ),
  session: ({ bySession }: StatsSeries) =>
    csv(
      bySession.map((row) => ({
        session: row.session,
        client: row.clientName,
        project: row.projectPath,
        ...figures(row),
      })),
      ['session', 'client', 'project', ...FIGURES],
    ),
}
