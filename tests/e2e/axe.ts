import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What WCAG 2.2 asks for at its levels A and AA. */
const RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}

/** What axe finds serious or critical on the page as it is now, a line each: the rule, the element, and why. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE)
  const { violations } = (await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run(options: unknown): Promise<unknown> } }).axe.run(options),
    RULES,
  )) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary = '' }) => {
        const why = failureSummary.split('\n').slice(1, 2).join(' ').trim()
        return `${id}: ${target.join(' ')}: ${why}`
      }),
    )
}
