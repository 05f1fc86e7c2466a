import { isAscii } from 'node:buffer'

/** How the lines of logs begin, or where in their first stretch a time stands. */
const TIMES = [
  /^\[?(\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)/,
  /^[^"]{0,60}\[(\d{1,2}\/[A-Z][a-z]{2}\/\d{4}[: ]\d\d:\d\d:\d\d(?: [+-]\d{4})?)\]/,
  /^((?:[A-Z][a-z]{2} ){0,1}[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4})?)/,
  /^\S{1,24} (\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)[:\s]/,
  /^\[?(\d\d:\d\d:\d\d(?:[.,]\d+)?)\]?\s/,
]
const TIME_WITHIN = 120
const TEMPLATE_OF = 160

/** The time that a log line begins with, as it is written; null where there is none. */
export function timeOf(text: string): string | null {
  const start = text.length > TIME_WITHIN ? text.slice(0, TIME_WITHIN) : text
  for (const pattern of TIMES) {
    const match = pattern.exec(start)
    if (match) return match[1] ?? null
  }
  return null
}

/** Method, path without its query, and status of an access log's line, as in `"GET /a HTTP/1.1" 404`; null elsewhere. */
export function requestOf(text: string): { method: string; path: string; status: string } | null {
  // Most logs are of another kind, and a search for one character is several times cheaper.
  if (!text.includes('"')) return null
  const match = /"([A-Z]{3,7}) ([^"\s?]*)(?=["\s?])[^"]*" (\d{3})(?: |$)/.exec(text)
  return match ? { method: match[1] ?? '', path: match[2] ?? '', status: match[3] ?? '' } : null
}

/** A line with its time, numbers, hashes and quoted parts taken out: what lines of one statement have in common. */
export function templateOf(text: string): string {
  return messageOf(text)
    .replace(VALUES, '#')
    .replace(/^[\s\]:|-]+/, '')
    .replace(/(?:# ?)+/g, '# ')
    .trim()
}

/**
 * A number that lines of UTF-8 have in common if their words without digits are the same, in the same places among those with digits.
 * Such lines have one template, but a new sort may have a template that is known: this costs a tenth, so it is asked first.
 */
export function sortOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  const limit = endOfSort(bytes, start, end)
  let sort = 0
  let afterValue = false
  for (let at = start; at < limit; at++) {
    const wordStart = at
    let word = 0
    let kind = PLAIN
    while (at < limit && (kind = KINDS[bytes[at] as number] as number) === PLAIN) {
      word = (Math.imul(word, 31) + (bytes[at] as number)) | 0
      at++
    }
    if (kind === DIGIT) {
      // The rest of a value does not count, and most of a log is values.
      while (at < limit && (bytes[at] as number) > BLANKS) at++
      if (!afterValue) sort = (Math.imul(sort, 31) + 1) | 0
      afterValue = true
    } else {
      sort = (Math.imul(sort, 31) + word) | 0
      if (at > wordStart) afterValue = false
    }
  }
  return sort
}

/** A template is made of so many characters, at most. */
function endOfSort(bytes: Uint8Array, start: number, end: number): number {
  const limit = start + SORT_WITHIN
  if (end <= limit) return end
  return isAscii(bytes.subarray(start, limit))
    ? limit
    : Math.min(end, start + LONGEST_CHARACTER * SORT_WITHIN)
}

/** A time and a message. */
const SORT_WITHIN = TIME_WITHIN + TEMPLATE_OF
const LONGEST_CHARACTER = 4
const [PLAIN, DIGIT, BLANK] = [0, 1, 2]
/** The last of the characters that divide words. */
const BLANKS = 32
/** By code. */
const KINDS = Uint8Array.from({ length: 256 }, (_, code) =>
  code <= BLANKS ? BLANK : code >= 0x30 && code <= 0x39 ? DIGIT : PLAIN,
)

/** What stood where the template has a `#`, one after the other: numbers as spelled, null for other values. */
export function valuesOf(text: string): (string | null)[] {
  return (messageOf(text).match(VALUES) ?? []).map((value) => NUMBER.exec(value)?.[1] ?? null)
}

const VALUES = /\b[0-9a-f]{7,}\b|\S*\d\S*/gi
/** Also behind a sign of equality, and before a unit. */
const NUMBER = /^(?:[\w.]+=)?(-?\d+(?:\.\d+)?)(?:[a-zµ%]{0,3})[,.;:)]?$/i

function messageOf(text: string): string {
  const time = timeOf(text)
  const start = time === null ? 0 : text.indexOf(time) + time.length
  const rest = text.slice(start, start + TEMPLATE_OF)
  return /["']/.test(rest) ? rest.replace(/"[^"]*"|'[^']*'/g, '"…"') : rest
}

/** Which part of the program a line is from, as in `INFO worker.pool: …` and `host sshd[12]: …`; null where it does not say. */
export function componentOf(text: string): string | null {
  return COMPONENT.exec(text.slice(0, TIME_WITHIN))?.[1] ?? null
}

const COMPONENT = /\s\[?([A-Za-z][\w./-]{1,40})(?:\[\d+\])?\]?:\s/
