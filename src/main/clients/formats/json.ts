import { parse, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { SpillwayError } from '../../../shared/errors.ts'
import { lineEnd, placeOf } from './format.ts'
import type { ConfigFormat } from './format.ts'

const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true }

/**
 * JSON, with comments and trailing commas where people have them. Edited as text: what we add goes to the front of its
 * object, so that every comment behind it stays with what it is about. (An edit of jsonc-parser formats the neighbours anew.)
 */
export const json: ConfigFormat = {
  parse(text) {
    const errors: ParseError[] = []
    const value: unknown = parse(text, errors, OPTIONS)
    const [error] = errors
    if (error === undefined) return value
    throw new SpillwayError(
      'invalid_input',
      `${placeOf(text, error.offset)}: ${printParseErrorCode(error.error)}.`,
    )
  },

  set(text, path, value) {
    const whole = parseTree(text, [], OPTIONS) === undefined ? withRoot(text) : text
    let object = rootOf(whole)
    for (const [depth, key] of path.entries()) {
      const found = propertyOf(object, key)
      const rest = path.slice(depth + 1)
      const nested = rest.reduceRight<object>((inner, name) => ({ [name]: inner }), value)
      if (found === undefined) return insert(whole, object, key, nested)
      const [, held] = found.children ?? []
      if (held === undefined) break
      if (rest.length === 0) return replace(whole, held, value)
      if (held.type === 'null') return replace(whole, held, nested)
      object = held
    }
    return whole
  },

  remove(text, path) {
    let node: Node | undefined
    let object: Node | undefined = parseTree(text, [], OPTIONS)
    for (const key of path) {
      node = object && propertyOf(object, key)
      object = node?.children?.[1]
    }
    return node === undefined ? text : cut(text, node)
  },
}

/** A file that is empty, or holds comments only, gets an object. */
function withRoot(text: string): string {
  const kept = text.trimEnd()
  const eol = lineEnd(text)
  return `${kept}${kept === '' ? '' : eol}{}${eol}`
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], OPTIONS)
  if (root === undefined) throw new SpillwayError('internal', 'There is no object to write into.')
  return root
}

/** The last of that name, which is the one that readers take. */
const propertyOf = (object: Node, key: string): Node | undefined =>
  object.children?.findLast((property) => property.children?.[0]?.value === key)

function insert(text: string, object: Node, key: string, value: object): string {
  const eol = lineEnd(text)
  const outer = indentAt(text, object.offset)
  const inner = outer + indentUnit(text)
  const property = `${inner}${JSON.stringify(key)}: ${print(value, inner, text)}`
  const afterBrace = object.offset + 1
  // A comment behind the brace is about the object.
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*(?=\r?\n))/.exec(
    text.slice(afterBrace),
  )
  const at = afterBrace + (comment?.[0].length ?? 0)
  if ((object.children?.length ?? 0) > 0) return splice(text, at, at, `${eol}${property},`)
  const closing = /^\s*\}/.test(text.slice(at)) ? skipSpace(text, at) : at
  const end = closing === at && text[at] !== '}' ? '' : `${eol}${outer}`
  return splice(text, at, closing, `${eol}${property}${end}`)
}

function replace(text: string, held: Node, value: object): string {
  const printed = print(value, indentAt(text, held.offset), text)
  return splice(text, held.offset, held.offset + held.length, printed)
}

/** Without a property, its comma, and the line that it began. */
function cut(text: string, property: Node): string {
  const start = text.slice(0, property.offset).trimEnd().length
  const end = property.offset + property.length
  const comma = /^\s*,/.exec(text.slice(end))?.[0].length
  if (comma !== undefined) return splice(text, start, end + comma, '')
  const before = text.slice(0, start)
  if (before.endsWith(',')) return splice(text, start - 1, end, '')
  // It was the only one: `{}`, unless a comment stands behind it.
  const close = skipSpace(text, end)
  return splice(text, start, text[close] === '}' && before.endsWith('{') ? close : end, '')
}

const print = (value: object, indent: string, text: string): string =>
  JSON.stringify(value, null, indentUnit(text)).replaceAll('\n', `${lineEnd(text)}${indent}`)

const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end)

const skipSpace = (text: string, from: number): number =>
  from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)

/** The indentation of the line that `offset` is on. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

const indentUnit = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
