import type { ReadPlan } from './plan.ts'

const number = new Intl.NumberFormat('en')

/** How a read is written on one line of the timeline. */
export function readLabel(plan: ReadPlan): string {
  if (plan.kind === 'grep') return `grep “${plan.pattern.slice(0, 80)}”${plan.countOnly ? ' (count)' : ''}`
  if (plan.kind === 'sql') return `sql ${plan.query.replace(/\s+/g, ' ').trim().slice(0, 80)}`
  if (plan.kind === 'json') return `json ${plan.path.slice(0, 80)}`
  const last = plan.kind === 'lines' ? plan.end - 1 : plan.end
  return `${plan.mode} ${number.format(plan.start)}–${number.format(last)}`
}
