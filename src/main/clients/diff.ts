const CONTEXT = 3

/** What one edit changed, as the lines of a unified diff; '' where nothing did. */
export function diffLines(before: string, after: string): string {
  if (before === after) return ''
  const [old, fresh] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1
  let tail = 0
  const most = Math.min(old.length, fresh.length) - head
  while (tail < most && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const from = Math.max(0, head - CONTEXT)
  const below = old.slice(old.length - tail, old.length - tail + CONTEXT)
  const removed = old.slice(head, old.length - tail)
  const added = fresh.slice(head, fresh.length - tail)
  const above = old.slice(from, head)
  const count = (changed: readonly string[]) => above.length + changed.length + below.length
  return [
    `@@ -${from + 1},${count(removed)} +${from + 1},${count(added)} @@`,
    ...above.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
  ].join('\n')
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))
