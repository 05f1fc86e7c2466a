/** A start tag of HTML or XML, or the text after it. */
export interface Tag {
  readonly name: string
  /** UTF-16 offset of its `<`. */
  readonly start: number
  /** UTF-16 offset after its `>`. */
  readonly end: number
  readonly closes: boolean
  readonly selfClosing: boolean
}

/** Calls `look` for each tag; comments, CDATA, declarations and instructions are stepped over. */
export function eachTag(source: string, look: (tag: Tag) => void): void {
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    const skipped = endOfSkipped(source, at)
    if (skipped !== null) {
      at = skipped
      continue
    }
    NAME.lastIndex = at
    const match = NAME.exec(source)
    if (match === null) {
      at++
      continue
    }
    const end = endOfTag(source, at + match[0].length)
    look({
      name: match[2] ?? '',
      start: at,
      end,
      closes: match[1] === '/',
      selfClosing: source[end - 2] === '/',
    })
    at = end
  }
}

const NAME = /<(\/?)([A-Za-z_][\w:.-]*)/y

function endOfSkipped(source: string, at: number): number | null {
  const after = (end: string) => {
    const found = source.indexOf(end, at)
    return found < 0 ? source.length : found + end.length
  }
  if (source.startsWith('<!--', at)) return after('-->')
  if (source.startsWith('<![CDATA[', at)) return after(']]>')
  if (source.startsWith('<!', at)) return after('>')
  return source.startsWith('<?', at) ? after('?>') : null
}

/** After the `>`, which may also stand inside quotes. */
function endOfTag(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 0x3e) return at + 1
    if (code === 0x22 || code === 0x27) {
      const close = source.indexOf(code === 0x22 ? '"' : "'", at + 1)
      if (close < 0) return source.length
      at = close
    }
  }
  return source.length
}

/** The attributes of a start tag as written, entities decoded in none of them. */
export function attributesOf(source: string, { start, end }: Tag): [string, string][] {
  const text = source.slice(start, Math.min(end, start + 2_000))
  return [...text.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, name = '', double, single]) => [name, double ?? single ?? ''],
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#10': ' ',
  '#39': "'",
}

/** The commonest entities as the characters that they stand for. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|apos|nbsp|#10|#39);/g,
    (entity, name: string) => ENTITIES[name] ?? entity,
  )
}

/** Numbers lines while offsets ascend. */
export function lineCounter(source: string): (offset: number) => number {
  let line = 1
  let at = 0
  return (offset) => {
    for (let next = source.indexOf('\n', at); next >= 0 && next < offset; next = source.indexOf('\n', at)) {
      line++
      at = next + 1
    }
    return line
  }
}
