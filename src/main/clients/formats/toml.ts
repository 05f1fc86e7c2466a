import { TomlError, parse } from 'smol-toml'
import { SpillwayError } from '../../../shared/errors.ts'
import { lineEnd } from './format.ts'
import type { ConfigFormat } from './format.ts'

type Scalar = string | number | boolean

/**
 * TOML, edited as text, because no library writes comments back: a table of ours is its own lines, appended at the end. Whether
 * the lines were ours is proved by reading the result.
 */
export const toml: ConfigFormat = {
  parse(text) {
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof TomlError)) throw error
      const reason = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '')
      throw new SpillwayError('invalid_input', `line ${error.line}, column ${error.column}: ${reason}.`)
    }
  },
  set(text, path, value) {
    const eol = lineEnd(text)
    const kept = toml.remove(text, path)
    const gap = kept.trim() === '' ? '' : `${kept.endsWith('\n') ? '' : eol}${eol}`
    return `${kept}${gap}${tableLines(path, value).join(eol)}${eol}`
  },
  remove(text, path) {
    const own = header(path)
    let inside = false
    const kept: string[] = []
    /** What stands behind the last value of our table: it is about the next one, unless a value follows. */
    let about: string[] = []
    for (const line of text.split(/(?<=\n)/)) {
      const [, name] = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line.trimEnd()) ?? []
      const wasInside = inside
      if (name !== undefined) inside = name === own || name.startsWith(`${own}.`)
      else if (/^\s*\[\[/.test(line)) inside = false
      if (wasInside && !inside) kept.push(...about)
      if (!wasInside || !inside || name !== undefined) about = []
      if (!inside) kept.push(line)
      // The blank line before the table came with it.
      else if (!wasInside && kept.at(-1)?.trim() === '') kept.pop()
      else if (/^\s*(?:#.*)?$/.test(line.trimEnd())) about.push(line)
      else if (name === undefined) about = []
    }
    kept.push(...(inside ? about : []))
    return kept.join('')
  },
}

const header = (path: readonly string[]): string => path.map(keyOf).join('.')
const keyOf = (name: string): string => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name))

function tableLines(path: readonly string[], value: object): string[] {
  const entries = Object.entries(value) as [string, Scalar | Scalar[] | Record<string, Scalar>][]
  const lines = [`[${header(path)}]`]
  for (const [key, held] of entries) lines.push(`${keyOf(key)} = ${literal(held)}`)
  return lines
}

/** JSON's strings, numbers and arrays are TOML's too. */
function literal(value: Scalar | Scalar[] | Record<string, Scalar>): string {
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, held]) => `${keyOf(key)} = ${JSON.stringify(held)}`)
  return `{ ${fields.join(', ')} }`
}
