import { counted, excerpt } from './excerpt.ts'
import type { Line } from './fit.ts'
import { attributesOf, decodeEntities, lineCounter, type Tag } from './markup-scan.ts'

const FAILURES = 12
const SKIPPED = 3

interface Failure {
  readonly line: number
  readonly test: Tag
  readonly reason: Tag
}

/** What a document says of test cases, if it is a JUnit report: most test runners can write one. */
export class Report {
  cases = 0
  failureCount = 0
  readonly failures: Failure[] = []
  skippedCount = 0
  readonly skipped: Tag[] = []
  slowest: { readonly test: Tag; readonly seconds: number; readonly line: number } | null = null
  readonly #source: string
  readonly #lineOf: (offset: number) => number

  constructor(source: string) {
    this.#source = source
    this.#lineOf = lineCounter(source)
  }

  /** Looks at a start tag inside `parent`; tags come in their order. */
  look(tag: Tag, parent: Tag | undefined): void {
    if (tag.name === 'testcase') this.#lookAtCase(tag)
    if (parent?.name !== 'testcase') return
    if (tag.name === 'failure' || tag.name === 'error') {
      this.failureCount++
      if (this.failures.length < FAILURES)
        this.failures.push({ line: this.#lineOf(parent.start), test: parent, reason: tag })
    } else if (tag.name === 'skipped') {
      this.skippedCount++
      if (this.skipped.length < SKIPPED) this.skipped.push(parent)
    }
  }

  #lookAtCase(test: Tag): void {
    this.cases++
    const seconds = Number(/\stime="([\d.]+)"/.exec(this.#source.slice(test.start, test.end))?.[1])
    if (seconds > (this.slowest?.seconds ?? 0))
      this.slowest = { test, seconds, line: this.#lineOf(test.start) }
  }
}

/** Which cases failed and why, which were skipped, the slowest; nothing for other documents. */
export function describeReport(report: Report, source: string): Line[] {
  const { cases, failureCount, failures, skippedCount, skipped, slowest } = report
  if (cases === 0) return []
  const name = (test: Tag) => excerpt(testName(source, test), 100)
  return [
    {
      text: `${counted(cases, 'test case')}, ${counted(failureCount, 'failed test case')}${failureCount > 0 ? ':' : ''}`,
      rank: 1,
    },
    ...failures.map(({ line, test, reason }, i) => ({
      text: `line ${line}: ${name(test)}: ${excerpt(messageOf(source, reason), 120)}`,
      rank: 2 + i,
    })),
    ...(skippedCount > 0
      ? [{ text: `Skipped (${skippedCount}): ${skipped.map(name).join('; ')}`, rank: 9 }]
      : []),
    ...(slowest === null
      ? []
      : [{ text: `Slowest, line ${slowest.line}: ${name(slowest.test)} ${slowest.seconds} s`, rank: 9 }]),
  ]
}

function testName(source: string, test: Tag): string {
  const named = new Map(attributesOf(source, test))
  return decodeEntities(
    [named.get('classname'), named.get('name')].filter((part) => part !== undefined).join(' '),
  )
}

/** The first line of what went wrong: below it stand the frames. */
function messageOf(source: string, reason: Tag): string {
  const message = new Map(attributesOf(source, reason)).get('message')
  const [first = ''] = (message ?? source.slice(reason.end, reason.end + 200).trim()).split(/\n|&#(?:10|xA);/)
  return decodeEntities(first)
}
