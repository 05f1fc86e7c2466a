import { LineCounter, isScalar, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import { SpillwayError } from '../../../shared/errors.ts'
import { lineEnd } from './format.ts'
import type { ConfigFormat } from './format.ts'

/** YAML by its document tree, which keeps comments and blank lines. */
export const yaml: ConfigFormat = {
  parse: (text) => read(text).toJS() as unknown,
  set(text, path, value) {
    const document = read(text)
    // A key with nothing behind it holds null, into which nothing can be put.
    const depth = path.findIndex((_, at) => document.getIn(path.slice(0, at)) === null)
    if (depth > 0) fill(document, path.slice(0, depth))
    document.setIn(path, document.createNode(value))
    return print(document, text)
  },
  remove(text, path) {
    const document = read(text)
    if (!document.hasIn(path)) return text
    document.deleteIn(path)
    return print(document, text)
  },
}

/** Puts an empty map in the place of a null; the comments stay. */
function fill(document: Document, path: readonly string[]): void {
  const held = document.getIn(path, true)
  const map = document.createNode({})
  if (isScalar(held)) {
    map.comment = held.comment
    map.commentBefore = held.commentBefore
  }
  document.setIn(path, map)
}

function read(text: string): Document {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error === undefined) return document
  const { line, col } = lines.linePos(error.pos[0])
  const reason = error.message.split(' at line')[0] ?? error.code
  throw new SpillwayError('invalid_input', `line ${line}, column ${col}: ${reason}.`)
}

function print(document: Document, text: string): string {
  const indent = /^[\w"'-][^\n]*:[ \t]*\n( +)[^\s-]/m.exec(text)?.[1]?.length ?? 2
  // Long lines stay as long as somebody wrote them.
  const printed = document.toString({ lineWidth: 0, indent, flowCollectionPadding: !/[[{]\S/.test(text) })
  return lineEnd(text) === '\n' ? printed : printed.replaceAll('\n', '\r\n')
}
