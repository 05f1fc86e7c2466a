import type { Rendered, Shown } from './doc.ts'
import { countTokens } from './tokens.ts'

/** One line of a preview that is made of lines. */
export interface Line {
  readonly text: string
  /** What is left out first when the budget is short: the highest rank. Among equals, the later line. */
  readonly rank: number
  /** It announces the lines after it, so it is left out where none of them is kept. */
  readonly heading?: true
  /** The stretches of the document that are verbatim in `text`. */
  readonly shown?: readonly Shown[]
}

/**
 * The most important of these lines, in their order, within `tokens`. Each line is counted once; a line that does not
 * fit is left out and shorter ones after it still get their chance.
 */
export function fitLines(lines: readonly Line[], tokens: number): Rendered {
  const kept = new Set<number>()
  let left = tokens
  let misses = 0
  const byRank = lines.map((line, index) => ({ line, index })).sort((a, b) => a.line.rank - b.line.rank)
  for (const { line, index } of byRank) {
    if (left <= 0 || misses >= PATIENCE) break
    // No need to count what cannot fit.
    if (line.text.length > left * LONGEST_TOKEN) continue
    const cost = countTokens(`${line.text}\n`)
    if (cost > left) {
      misses++
      continue
    }
    left -= cost
    kept.add(index)
  }
  // Counted apart, lines may cost a token less than together: then the least important goes.
  const order = byRank.map(({ index }) => index).filter((index) => kept.has(index))
  for (;;) {
    const chosen = lines.filter((_, index) => kept.has(index)).filter(announcesSomething)
    const text = chosen.map((line) => line.text).join('\n')
    if (countTokens(text) <= tokens) return { text, shown: chosen.flatMap(({ shown }) => shown ?? []) }
    const least = order.pop()
    if (least === undefined) return { text: '', shown: [] }
    kept.delete(least)
  }
}

function announcesSomething(line: Line, index: number, chosen: readonly Line[]): boolean {
  const next = chosen[index + 1]
  return line.heading === undefined || (next !== undefined && next.heading === undefined)
}

/** So many lines in vain, and what is left of the budget stays unused: counting thousands of lines takes long. */
const PATIENCE = 24
/** Characters; only runs of one character have longer tokens. */
const LONGEST_TOKEN = 16
