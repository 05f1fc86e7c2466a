import type { AskedCall, ReplayReport } from '../../shared/contract/replay-server.ts'
import { visible } from './print.ts'

/** So many of each kind are told in words; the JSON has them all. */
const TOLD = 20

/** What a replay came to, for a person. */
export function replayLines(report: Omit<ReplayReport, 'token'>): string[] {
  const { calls, unused, runs, matched, missed, passed } = report
  const misses = report.asked.filter(({ outcome }) => outcome !== 'matched')
  return [
    `${matched} matched, ${missed} missed, ${passed} passed on; ${unused} of ${calls} recorded calls unused; ${runs} runs`,
    ...misses.slice(0, TOLD).map((asked) => visible(`  ${asked.outcome}  ${asked.tool}  ${whyOf(asked)}`)),
    ...more(misses.length - TOLD),
    ...report.unusedCalls
      .slice(0, TOLD)
      .map(({ tool, turn, step, arguments: given }) =>
        visible(`  unused  ${tool}  turn ${turn} step ${step}  ${given.slice(0, 80)}`),
      ),
    ...more(unused - TOLD),
  ]
}

const more = (n: number) => (n > 0 ? [`  … and ${n} more`] : [])

function whyOf({ why, differences, arguments: given }: AskedCall): string {
  if (why !== 'arguments') return `${why}  ${given.slice(0, 80)}`
  return differences
    .map(
      ({ path, recorded, given }) =>
        `${path}: recorded ${recorded ?? 'nothing'}, given ${given ?? 'nothing'}`,
    )
    .join('; ')
}
