import { cpus, loadavg, platform, release } from 'node:os'

/** One figure that must keep within a limit. */
export interface Budget {
  readonly what: string
  readonly value: number
  readonly budget: string
  readonly ok: boolean
}

export const atMost = (what: string, value: number, limit: number): Budget => ({
  what,
  value,
  budget: `<= ${limit}`,
  ok: value <= limit,
})

export const atLeast = (what: string, value: number, limit: number): Budget => ({
  what,
  value,
  budget: `>= ${limit}`,
  ok: value >= limit,
})

export interface Report {
  readonly benchmark: string
  readonly figures: Record<string, unknown>
  readonly budgets: readonly Budget[]
}

/**
 * What a benchmark ran on. The load average tells how much else was running: with more than there are cores, absolute times (and every
 * p99) belong to the neighbours as much as to us.
 */
export function environment(): Record<string, unknown> {
  const processors = cpus()
  return {
    node: process.version,
    daemon: 'bin/spillway.mjs over the output of npm run build',
    cores: processors.length,
    cpu: processors[0]?.model ?? 'unknown',
    os: `${platform()} ${release()}`,
    loadAverage: loadavg().map((load) => Number(load.toFixed(1))),
    at: new Date().toISOString(),
  }
}

/** Prints one JSON object: what was measured, on what. */
export function report({ benchmark, figures, budgets }: Report): void {
  process.stdout.write(
    `${JSON.stringify({ benchmark, environment: environment(), figures, budgets }, null, 2)}\n`,
  )
}
