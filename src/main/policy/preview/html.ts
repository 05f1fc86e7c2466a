import { Counts } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { lookedAt } from './lines.ts'
import { decodeEntities, eachTag, lineCounter } from './markup-scan.ts'

const HEADINGS = 60
const COUNTED = ['a', 'img', 'table', 'tr', 'form', 'input', 'li', 'p', 'pre', 'script', 'style']
const OPENING = 400

export function isHtml(doc: Doc): boolean {
  const start = doc.head.slice(0, 2_048)
  return /^\uFEFF?\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(start)
}

/** Title, description, headings with their lines, how much of what there is, and how the text begins. */
export function previewHtml(doc: Doc, tokens: number): Rendered {
  const head = doc.head.toString()
  const lineOf = lineCounter(head)
  const counts = new Counts()
  const headings: Line[] = []
  let title = ''
  let description = ''
  let bodyStart = 0
  let inMain = false
  eachTag(head, ({ name, start, end, closes }) => {
    if (closes) return
    const tag = name.toLowerCase()
    counts.add(tag)
    if (tag === 'title' && title === '') title = textOf(head, end, '</title')
    if (tag === 'body' || (tag === 'main' && !inMain)) bodyStart = end
    if (tag === 'main') inMain = true
    if (tag === 'meta' && description === '' && /name\s*=\s*["']?description/i.test(head.slice(start, end))) {
      description = /content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(head.slice(start, end))?.[1] ?? ''
    }
    if (/^h[1-6]$/.test(tag) && headings.length < HEADINGS) {
      const level = Number(tag[1])
      const text = excerpt(textOf(head, end, `</${tag}`), 100)
      headings.push({
        text: `line ${lineOf(start)}: ${'#'.repeat(level)} ${text}`,
        rank: 2 + level + Math.floor(headings.length / 4),
      })
    }
  })
  const inside = COUNTED.flatMap((name) => (counts.get(name) > 0 ? [`${name} ×${counts.get(name)}`] : []))
  const lines: Line[] = [
    { text: `HTML${title === '' ? '' : ` "${excerpt(title, 120)}"`}${lookedAt(doc)}`, rank: 0 },
    ...(description === '' ? [] : [{ text: `Description: ${excerpt(description, 200)}`, rank: 1 }]),
    { text: `Elements: ${inside.join(', ')}`, rank: 3 },
    ...headings,
    { text: `Text: ${excerpt(plainText(head, bodyStart), OPENING)}`, rank: 8 },
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'grep', pattern: '<h[1-6]', ignoreCase: true } }
}

function textOf(source: string, start: number, close: string): string {
  const text = source.slice(start, start + 500)
  const end = text.toLowerCase().indexOf(close)
  return stripTags(end < 0 ? text : text.slice(0, end))
}

/** The first visible text of the body. */
function plainText(source: string, start: number): string {
  const body = source
    .slice(start, start + 20_000)
    .replace(/<(script|style|head|nav|svg)\b[^]*?<\/\1\s*>/gi, ' ')
  return stripTags(body).slice(0, 2 * OPENING)
}

function stripTags(html: string): string {
  const text = html.replace(/<!--[^]*?-->|<[^>]*>?/g, ' ')
  return decodeEntities(text).replace(/\s+/g, ' ').trim()
}
