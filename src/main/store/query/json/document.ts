import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { SpillwayError } from '../../../../shared/errors.ts'
import { parseJson } from '../../../rpc/json.ts'
import type { Content } from '../../protocol.ts'

/**
 * The value of a JSON text; of NDJSON the array of its lines. Numbers keep their spelling (see `parseJson`).
 * @throws SpillwayError `invalid_input` that says at which line and column the text stops being JSON
 */
export function parseDocument(content: Content, read: () => Iterable<string>): unknown {
  const text = [...read()].join('')
  const lines = content.kind === 'ndjson' ? parseLines(text) : null
  if (lines) return lines
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const several = parseLines(text)
    if (several) return several
    throw notJson(content, text)
  }
}

/** Null where a line is not JSON. */
function parseLines(text: string): unknown[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return null
  try {
    return lines.map((line) => parseJson(line))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function notJson(content: Content, text: string): SpillwayError {
  const { line, column, what } = faultOfLines(text) ?? firstFault(text)
  return new SpillwayError(
    'invalid_input',
    `${content.entry} is not valid JSON: ${what} at line ${line}, column ${column}.`,
    'grep, lines and range work on any text.',
  )
}

/** Of a text whose first line is JSON by itself: where the first line is that is not. Null for any other text. */
function faultOfLines(text: string): Fault | null {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || isJson(line)) continue
    return index === 0 ? null : { ...firstFault(line), line: index + 1 }
  }
  return null
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    // That is the answer.
    return false
  }
}

interface Fault {
  readonly line: number
  readonly column: number
  readonly what: string
}

/** Leaves a parse that goes on after a fault; never leaves this file. */
class Found extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.what)
    this.fault = fault
  }
}

/** Where the text stops being JSON, from 1. The engine's own messages name a place only now and then. */
function firstFault(text: string): Fault {
  try {
    visit(
      text,
      {
        onError(code: ParseErrorCode, offset, _length, startLine, startCharacter) {
          const what = offset >= text.trimEnd().length ? 'it ends too early' : sentence(code)
          throw new Found({ line: startLine + 1, column: startCharacter + 1, what })
        },
      },
      { disallowComments: true },
    )
  } catch (error) {
    if (error instanceof Found) return error.fault
    if (!(error instanceof RangeError)) throw error
  }
  return { line: 1, column: 1, what: 'it is nested too deeply or malformed' }
}

/** `PropertyNameExpected` as words. */
const sentence = (code: ParseErrorCode) =>
  printParseErrorCode(code)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
