import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, spreadRanks, type Group, type Line } from './fit.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { eachLine, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'
import { countTokens } from './tokens.ts'
import { previewText } from './text.ts'

const SAMPLED = 300
/** A line of code ends in one of these more often than a line of prose. */
const ENDING = /[;{}()[\],:>=|&+]\s*(?:\/\/.*|#.*)?$|^\s*(?:\/\/|\/\*|\*|#)/
const ENDINGS = 0.45
const SIGNS = 0.06
const MINIFIED = 500
/** UTF-16 units of a line that may be a declaration. */
const LONGEST = 300

/** The language whose own lines are most frequent; null where lines do not end as lines of code do. */
export function detectLanguage(doc: Doc): Language | null {
  const all = sampleLines(doc, SAMPLED).flatMap(({ text }) =>
    text.trim() === '' ? [] : [text.slice(0, 400)],
  )
  // What a file says in comments tells nothing of its language.
  const uncommented = all.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
  const lines = uncommented.length >= 5 ? uncommented : all
  if (lines.length === 0) return null
  const endings = lines.filter((line) => ENDING.test(line)).length
  const scored = LANGUAGES.map((language) => ({
    language,
    signs: lines.filter((line) => language.signs.test(line)).length,
  }))
  const best = scored.reduce((a, b) => (b.signs > a.signs ? b : a))
  const shebang = /^#!.*\b(?:sh|bash|zsh|python\d?|node)\b/.test(lines[0] ?? '')
  const isMinified = lines.length < 20 && (doc.sizes.chars ?? 0) > MINIFIED * (doc.sizes.lines ?? 1)
  if (isMinified) return MINIFIED_SCRIPT.test(doc.head.slice(0, 4_000)) ? (LANGUAGES[0] ?? null) : null
  const enough = best.signs >= Math.max(2, SIGNS * lines.length) && lines.length >= 3
  const pythonic = best.language.name === 'Python' || best.language.name === 'Shell' ? 0.15 : ENDINGS
  return enough && (shebang || endings >= pythonic * lines.length) ? best.language : null
}

const MINIFIED_SCRIPT = /\bfunction ?\w*\([\w,]*\)\{|=>\{|\bvar \w=|;return |\bconst \w=/

/** The declarations with their lines, and how the file begins. */
export function previewCode(doc: Doc, language: Language, tokens: number): Rendered {
  const header = `${language.name}, ${doc.sizes.lines} lines${lookedAt(doc)}`
  const { outline, imports, first } = scan(doc, language)
  if (outline.length < 2) return underHeader(doc, header, tokens)
  const lines: Line[] = [
    {
      text: `${header}: ${outline.length} declarations${imports > 0 ? `, ${imports} imports` : ''}`,
      rank: 0,
    },
    ...outline,
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: first, end: first + 60 } }
}

function scan(doc: Doc, { outer, inner }: Language): { outline: Line[]; imports: number; first: number } {
  const found: { line: SourceLine; name: string | null; group: Group }[] = []
  let imports = 0
  let first = 0
  let group: Group = { prefix: '  ', joiner: ', ' }
  eachLine(doc, (line) => {
    const { text } = line
    if (text.length > LONGEST) return
    if (/^(?:import|from|use|using|#include|require)\b/.test(text)) imports++
    if (outer.test(text)) {
      first ||= line.number
      group = { prefix: '  ', joiner: ', ' }
      found.push({ line, name: null, group })
    } else if (inner?.test(text)) {
      found.push({ line, name: NAME.exec(text)?.[1] ?? text.trim(), group })
    }
  })
  const outers = spreadRanks(found.filter(({ name }) => name === null).length, 1)
  const inners = spreadRanks(found.filter(({ name }) => name !== null).length, 4)
  let outerCount = 0
  let innerCount = 0
  // What is inside is told by its name and line alone: there is much of it.
  let under: Line | undefined
  const outline = found.map(({ line, name, group }): Line => {
    if (name === null) return (under = quoteLine(line, outers[outerCount++] ?? 1, 90))
    const rank = Math.max(inners[innerCount++] ?? 4, under?.rank ?? 0)
    const text = `${line.number} ${excerpt(name, 60)}`
    return { text, rank, group, ...(under === undefined ? {} : { under }) }
  })
  return { outline, imports, first: Math.max(first, 1) }
}

/** The name before the parameters. */
const NAME = /([\w$#]+)\s*(?:<[^>]*>)?\s*\(/

function underHeader(doc: Doc, header: string, tokens: number): Rendered {
  const text = previewText(doc, tokens - countTokens(`${header}\n`) - 1)
  const together = `${header}\n${text.text}`
  return countTokens(together) <= tokens ? { ...text, text: together } : previewText(doc, tokens)
}
