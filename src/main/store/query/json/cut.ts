export interface Cut {
  readonly text: string
  /** Where it ends, in characters of the whole. */
  readonly end: number
  readonly total: number
}

/** At most `max` characters (code points) of a text from character `start` on. */
export function cutText(whole: string, start: number, max: number): Cut {
  if (start === 0 && whole.length <= max) return { text: whole, end: 0, total: 0 }
  let char = 0
  let from = whole.length
  let to = whole.length
  for (let at = 0; at < whole.length; at++) {
    const unit = whole.charCodeAt(at)
    const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff && at > 0 && isFirstHalf(whole.charCodeAt(at - 1))
    if (isSecondHalf) continue
    if (char === start) from = at
    if (char === start + max) to = at
    char++
  }
  return { text: whole.slice(from, to), end: Math.min(char, start + max), total: char }
}

const isFirstHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
