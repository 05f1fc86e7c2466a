import { SpillwayError } from '../../../shared/errors.ts'

export interface Match {
  readonly at: number
  readonly length: number
}

export interface Finder {
  /** Prepares to search these whole lines; what it gives finds the next match at or after a place. */
  search(text: string): (from: number) => Match | null
}

/** Meta characters of a regular expression: a pattern without any is searched as a plain string, several times faster. */
const META = /[\\^$.*+?()[\]{}|]/

/**
 * Parts of a pattern that can match a newline, escaped, by itself or inside a range such as `[\t-~]`: such a pattern is
 * tried line by line, since grep never matches across lines.
 */
// oxlint-disable-next-line no-control-regex -- a control character that was typed as it is may begin such a range
const CROSSES_LINES = /\\[sWDnrcuxpPtvf0-9]|\\b-|[\u0000-\u000a]|\[\^|\(\?[a-z]*s/

/**
 * To JavaScript a line ends at `\r` and two more characters too, to us at `\n` alone; for a pattern with one of these signs that
 * makes a difference where there are such characters.
 */
const MEETS_LINE_ENDS = /[.^$]/
const FOREIGN_LINE_ENDS = ['\r', '\u2028', '\u2029']

/** @throws SpillwayError `invalid_pattern` with what is wrong with it. */
export function finderFor(pattern: string, ignoreCase: boolean): Finder {
  const inline = /^\(\?i\)/.exec(pattern)
  const source = inline ? pattern.slice(inline[0].length) : pattern
  const insensitive = ignoreCase || inline !== null
  if (source !== '' && !insensitive && !META.test(source) && !source.includes('\n')) return literal(source)
  const flags = `${insensitive ? 'i' : ''}${/\\[pP]\{|\\u\{/.test(source) ? 'u' : ''}`
  const byLine = lineByLine(compile(source, `s${flags}`), source.includes('$'))
  if (CROSSES_LINES.test(source)) return byLine
  const whole = inOneGo(compile(source, `gm${flags}`))
  if (!MEETS_LINE_ENDS.test(source)) return whole
  return {
    search: (text) => (FOREIGN_LINE_ENDS.some((end) => text.includes(end)) ? byLine : whole).search(text),
  }
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    throw new SpillwayError(
      'invalid_pattern',
      error instanceof Error ? error.message : `Not a regular expression: ${source}`,
      'Patterns are JavaScript regular expressions; escape special characters with a backslash.',
    )
  }
}

function literal(needle: string): Finder {
  return {
    search: (text) => (from) => {
      const at = text.indexOf(needle, from)
      return at === -1 ? null : { at, length: needle.length }
    },
  }
}

function inOneGo(expression: RegExp): Finder {
  return {
    search: (text) => (from) => {
      expression.lastIndex = from
      const match = expression.exec(text)
      // After the last newline there is no line, so an empty match there is none.
      if (!match || (match.index === text.length && text.endsWith('\n'))) return null
      return { at: match.index, length: match[0].length }
    },
  }
}

/** @param atEnd the pattern asks for the end of a line: that is also before the `\r` of one that ends in `\r\n` */
function lineByLine(expression: RegExp, atEnd: boolean): Finder {
  const find = (line: string) =>
    expression.exec(line) ?? (atEnd && line.endsWith('\r') ? expression.exec(line.slice(0, -1)) : null)
  return {
    search: (text) => (from) => {
      for (let start = from; start < text.length;) {
        const newline = text.indexOf('\n', start)
        const end = newline === -1 ? text.length : newline
        const match = find(text.slice(start, end))
        if (match) return { at: start + match.index, length: match[0].length }
        start = end + 1
      }
      return null
    },
  }
}
