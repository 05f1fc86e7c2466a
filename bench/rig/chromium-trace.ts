import type { Browser, Page } from 'playwright-core'

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata']

interface TraceEvent {
  name: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * The longest task of the page's own thread in a Chromium trace, in milliseconds of its own running: what other programs
 * take of the machine meanwhile says nothing about the page.
 */
export function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const ofPage = ({ pid, tid }: TraceEvent) => main.some((thread) => thread.pid === pid && thread.tid === tid)
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && ofPage(event))
  if (tasks.length === 0) throw new Error('the trace holds no task')
  return Math.max(...tasks.map(({ dur = 0, tdur = dur }) => tdur / 1_000))
}

/** The longest task of the page, in milliseconds of processor time, while something is done. */
export async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  return longestTask(await browser.stopTracing())
}
