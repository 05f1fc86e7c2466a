import type { PruneResult } from '../../shared/contract/cache.ts'
import { formatBytes, formatCount } from './format.ts'
import { printJson, printLine } from './print.ts'

/** Several removals as one. */
export function mergePruned(results: readonly PruneResult[]): PruneResult {
  return {
    entries: results.reduce((sum, result) => sum + result.entries, 0),
    blobs: results.reduce((sum, result) => sum + result.blobs, 0),
    freedBytes: results.reduce((sum, result) => sum + result.freedBytes, 0),
    ids: results.flatMap((result) => result.ids),
  }
}

/** Says what was removed, or would be. */
export function printPruned(result: PruneResult, how: { json?: boolean; dryRun: boolean }): void {
  if (how.json) return printJson(result)
  for (const id of result.ids) printLine(id)
  const what = `${plural(result.entries, 'entry', 'entries')} and ${plural(result.blobs, 'blob', 'blobs')}`
  printLine(`${how.dryRun ? 'Would remove' : 'Removed'} ${what}, ${formatBytes(result.freedBytes)}.`)
}

const plural = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`
