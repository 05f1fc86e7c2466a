import type { OperationOutput } from '../../../shared/contract.ts'

type Found = OperationOutput<'search'>['items'][number]

/** One row of the results: an entry with its count, under it one of its lines, or how many more it has. */
export type ResultRow =
  | { readonly kind: 'entry'; readonly key: string; readonly entry: Found }
  | {
      readonly kind: 'line'
      readonly key: string
      readonly entry: Found
      readonly line: number
      readonly text: string
    }
  | { readonly kind: 'more'; readonly key: string; readonly entry: Found; readonly count: number }

const LINE = /^(\d+):(.*)$/

/** Found entries and their lines (`N:text`), one under the other. */
export function resultRows(items: readonly Found[]): ResultRow[] {
  return items.flatMap((entry) => {
    const lines = entry.text.split('\n').flatMap((text): ResultRow[] => {
      const [, number, rest = ''] = LINE.exec(text) ?? []
      if (number === undefined) return []
      return [{ kind: 'line', key: `${entry.id}:${number}`, entry, line: Number(number), text: rest }]
    })
    const count = entry.matches - lines.length
    const more = count > 0 ? [{ kind: 'more' as const, key: `${entry.id}:more`, entry, count }] : []
    return [{ kind: 'entry' as const, key: entry.id, entry }, ...lines, ...more]
  })
}
