import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** What of vitest's JSON report is counted. A file that could not be loaded has failed without a test of its own. */
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), ancestorTitles: z.array(z.string()) }),
      ),
    }),
  ),
})

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The titles under which tests were skipped: they name the reason. */
  readonly skippedTitles: readonly string[]
}

export function countResults(path: string): Counts {
  const files = report.parse(JSON.parse(readFileSync(path, 'utf8'))).testResults
  const tests = files.flatMap((file) => file.assertionResults)
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed))
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(isFailed).length + broken.length,
    skipped: skipped.length,
    skippedTitles: [...new Set(skipped.map((test) => test.ancestorTitles[0] || test.fullName))],
  }
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed'
}
