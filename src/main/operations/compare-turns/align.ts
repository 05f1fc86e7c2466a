import { diffArrays } from 'diff'

/** Two places that belong together; null where only one side has it. */
export type Pair = readonly [left: number | null, right: number | null]

/**
 * Puts two sequences beside each other in order. What is `alike` stands together; between such pairs what is `akin` (the same tool
 * with something else); whatever is left stands alone, the left side's first.
 */
export function align(
  left: readonly { alike: string; akin: string }[],
  right: readonly { alike: string; akin: string }[],
): Pair[] {
  return matched(left, right, 'alike').flatMap(({ pairs, lefts, rights }) => [
    ...matched(slice(left, lefts), slice(right, rights), 'akin').flatMap((gap) => [
      ...alone(shift(gap.lefts, lefts[0]), shift(gap.rights, rights[0])),
      ...gap.pairs.map(([a, b]): Pair => [a + lefts[0], b + rights[0]]),
    ]),
    ...pairs,
  ])
}

type Range = readonly [from: number, end: number]

/** What lies before some equal ones, and these in pairs. */
interface Stretch {
  readonly lefts: Range
  readonly rights: Range
  readonly pairs: readonly (readonly [number, number])[]
}

function matched<K extends string>(
  left: readonly Readonly<Record<K, string>>[],
  right: readonly Readonly<Record<K, string>>[],
  key: K,
): Stretch[] {
  const stretches: Stretch[] = []
  let at: [number, number] = [0, 0]
  let from = at
  for (const { value, added, removed } of diffArrays(
    left.map((item) => item[key]),
    right.map((item) => item[key]),
  )) {
    const [a, b] = at
    if (added) at = [a, b + value.length]
    else if (removed) at = [a + value.length, b]
    else {
      const pairs = value.map((_, index) => [a + index, b + index] as const)
      stretches.push({ lefts: [from[0], a], rights: [from[1], b], pairs })
      at = [a + value.length, b + value.length]
      from = at
    }
  }
  stretches.push({ lefts: [from[0], left.length], rights: [from[1], right.length], pairs: [] })
  return stretches
}

const slice = <T>(items: readonly T[], [from, end]: Range): readonly T[] => items.slice(from, end)
const shift = ([from, end]: Range, by: number): Range => [from + by, end + by]

const alone = (lefts: Range, rights: Range): Pair[] => [
  ...numbers(lefts).map((at): Pair => [at, null]),
  ...numbers(rights).map((at): Pair => [null, at]),
]

const numbers = ([from, end]: Range): number[] =>
  Array.from({ length: end - from }, (_, index) => from + index)
