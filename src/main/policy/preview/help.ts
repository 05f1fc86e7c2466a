import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import { eachLine, endLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'

const SAMPLED = 120
const USAGE_WITHIN = 6
const LEAST_OPTIONS = 6
const USAGES = 3

const USAGE = /^\s*usage:?(?:\s|$)/i
/** `-a, --append <file>  what it does`; the names are the first group. */
const OPTION = /^\s{1,10}((?:-\w|--?[A-Za-z][\w-]*)(?:[ =][[<]?[\w.:-]+[\]>]?)?(?:, ?-{1,2}[\w-]+)*)/
/** `  build [options] <dir>   what it does`, below a title. */
const COMMAND = /^ {2,6}([a-z][\w:.|-]*)(?: [[<][^ ].*?)? {2,}\S/
const TITLE = /^[A-Z][\w -]{2,40}:$/

/** What a program prints when asked for help: how it is called, and its options. */
export function isHelp(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).map(({ text }) => text)
  return (
    lines.slice(0, USAGE_WITHIN).some((line) => USAGE.test(line)) &&
    lines.filter((line) => OPTION.test(line)).length >= LEAST_OPTIONS
  )
}

/** How the program is called, the sections, commands and options by name, the first of them and the last lines. */
export function previewHelp(doc: Doc, tokens: number): Rendered {
  const { usages, titles, commands, options } = scan(doc)
  const { beginning, end } = endLines(doc, { first: 3, last: 5, rank: 3, limit: 120 })
  const spread = spreadRanks(options.length, 4)
  const optionGroup = { prefix: 'Options: ', joiner: ' ' }
  const commandGroup = { prefix: 'Commands: ', joiner: ', ' }
  const lines: Line[] = [
    {
      text: `Help text of ${doc.sizes.lines} lines: ${counted(options.length, 'option')}${commands.length > 0 ? `, ${counted(commands.length, 'command')}` : ''}${lookedAt(doc)}`,
      rank: 0,
    },
    ...usages.map((line, i) => quoteLine(line, 1 + i, 120)),
    ...(titles.length > 1 ? [{ text: `Sections: ${titles.map(sectionOf).join(', ')}`, rank: 2 }] : []),
    ...beginning,
    ...commands.map((name, i) => ({ text: name, rank: 2 + i / 20, group: commandGroup })),
    ...options.map((name, i) => ({ text: name, rank: spread[i] ?? 4, group: optionGroup })),
    ...end,
  ]
  const first = usages.at(-1)?.number ?? 1
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: first, end: first + 60 } }
}

const sectionOf = ({ number, text }: SourceLine) => `${number} ${excerpt(text.slice(0, -1), 40)}`

function scan(doc: Doc) {
  const usages: SourceLine[] = []
  const titles: SourceLine[] = []
  const commands: string[] = []
  const options: string[] = []
  eachLine(doc, (line) => {
    const text = line.text.slice(0, 200)
    if (USAGE.test(text)) {
      if (usages.length < USAGES) usages.push(line)
    } else if (TITLE.test(text)) {
      titles.push(line)
    } else {
      const option = OPTION.exec(text)?.[1]
      const command = option === undefined ? COMMAND.exec(text)?.[1] : undefined
      // The long name says more than the letter beside it.
      if (option !== undefined)
        options.push(/--[\w-]+/.exec(option)?.[0] ?? option.split(/[ ,=]/)[0] ?? option)
      else if (command !== undefined && isUnderCommands(titles)) commands.push(command)
    }
  })
  return { usages, titles, commands, options: [...new Set(options)] }
}

const isUnderCommands = (titles: readonly SourceLine[]) => /command/i.test(titles.at(-1)?.text ?? '')
