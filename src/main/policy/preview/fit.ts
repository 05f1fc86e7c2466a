import type { Rendered, Shown } from './doc.ts'
import { countTokens } from './tokens.ts'

/** One line of a preview that is made of lines. */
export interface Line {
  readonly text: string
  /** What is left out first when the budget is short: the highest rank. Among equals, the later line. */
  readonly rank: number
  /** It announces the lines after it, so it is left out where none of them is kept. */
  readonly heading?: true
  /** Neighbours of one group are written as one line behind its prefix, as many of them as are kept. */
  readonly group?: Group
  /** The line that this one is about: it is kept only where that one was before it. */
  readonly under?: Line
  /** The line of the document that it quotes: each is quoted once, where its rank is lowest. */
  readonly quotes?: number
  /** The stretches of the document that are verbatim in `text`. */
  readonly shown?: readonly Shown[]
}

/** What the lines of a group share; one object for each group. */
export interface Group {
  readonly prefix: string
  readonly joiner: string
}

/**
 * The most important of these lines, in their order, within `tokens`. Each line is counted once; a line that does not
 * fit is left out and shorter ones after it still get their chance.
 */
export function fitLines(lines: readonly Line[], tokens: number): Rendered {
  const kept = new Set<number>()
  const quoted = new Set<number>()
  const begun = new Set<Group>()
  const keptLines = new Set<Line>()
  let left = tokens
  let misses = 0
  const byRank = lines.map((line, index) => ({ line, index })).sort((a, b) => a.line.rank - b.line.rank)
  for (const { line, index } of byRank) {
    if (left <= 0 || misses >= PATIENCE) break
    // No need to count what cannot fit.
    if (line.text.length > left * LONGEST_TOKEN || (left < SCARCE && words(line.text) > left)) continue
    if (line.quotes !== undefined && quoted.has(line.quotes)) continue
    if (line.under !== undefined && !keptLines.has(line.under)) continue
    const cost = countTokens(asWritten(line, begun))
    if (cost > left) {
      misses++
      continue
    }
    left -= cost
    kept.add(index)
    keptLines.add(line)
    if (line.quotes !== undefined) quoted.add(line.quotes)
    if (line.group !== undefined) begun.add(line.group)
  }
  // Counted apart, lines may cost a token less than together: then the least important goes.
  const order = byRank.map(({ index }) => index).filter((index) => kept.has(index))
  for (;;) {
    const chosen = lines.filter((_, index) => kept.has(index)).filter(announcesSomething)
    const text = write(chosen)
    if (countTokens(text) <= tokens) return { text, shown: chosen.flatMap(({ shown }) => shown ?? []) }
    const least = order.pop()
    if (least === undefined) return { text: '', shown: [] }
    kept.delete(least)
  }
}

/** No token goes over a blank between two words, so there are at least as many tokens. */
const words = (text: string) => text.match(/\S+/g)?.length ?? 0

function asWritten({ text, group }: Line, begun: ReadonlySet<Group>): string {
  if (group === undefined) return `${text}\n`
  return begun.has(group) ? `${group.joiner}${text}` : `${group.prefix}${text}\n`
}

function write(lines: readonly Line[]): string {
  const written: string[] = []
  let group: Group | undefined
  for (const line of lines) {
    if (line.group !== undefined && line.group === group) {
      written.push(`${written.pop() ?? ''}${group.joiner}${line.text}`)
    } else {
      written.push(`${line.group?.prefix ?? ''}${line.text}`)
    }
    group = line.group
  }
  return written.join('\n')
}

function announcesSomething(line: Line, index: number, chosen: readonly Line[]): boolean {
  const next = chosen[index + 1]
  return line.heading === undefined || (next !== undefined && next.heading === undefined)
}

/**
 * Ranks for `count` neighbours from `rank` on so that, wherever the budget ends, what is kept is spread over all of them:
 * the two ends, the middle, the quarters and so on, each step less important than the one before.
 */
export function spreadRanks(count: number, rank: number): number[] {
  const ranks = Array.from({ length: count }, () => rank)
  let step = 1
  while (step < count - 1) step *= 2
  for (let level = 0; step >= 1; step /= 2, level++) {
    for (let at = step; at < count - 1; at += 2 * step) ranks[at] = rank + SPREAD * level
  }
  return ranks
}

const SPREAD = 2
/** So many lines in vain, and what is left of the budget stays unused: counting thousands of lines takes long. */
const PATIENCE = 16
/** From here on most lines do not fit any more. */
const SCARCE = 20
/** Characters; only runs of one character have longer tokens. */
const LONGEST_TOKEN = 16
