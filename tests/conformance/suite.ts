import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import { z } from 'zod'

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

const PACKAGE = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance')

/** The worst that a check said: it may run several times in one scenario. */
export type Verdict = 'SUCCESS' | 'SKIPPED' | 'INFO' | 'WARNING' | 'FAILURE'
const BY_SEVERITY: readonly Verdict[] = ['SUCCESS', 'SKIPPED', 'INFO', 'WARNING', 'FAILURE']

export interface CheckOutcome {
  readonly verdict: Verdict
  readonly message: string
}

/** By `scenario:check`, as the suite's own lists of expected failures name them. */
export type Outcomes = ReadonlyMap<string, CheckOutcome>

const checks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'SKIPPED', 'INFO', 'WARNING', 'FAILURE']),
    errorMessage: z.string().optional(),
  }),
)

/** Runs everything that a revision requires of a server, at that revision's wire, with the suite's own command. */
export async function runSuite(url: string, revision: Revision): Promise<Outcomes> {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-conformance-'))
  try {
    const args = ['server', '--url', url, '--requirements', revision, '--output-dir', folder]
    const child = spawn(process.execPath, [join(PACKAGE, 'dist/index.js'), ...args], { stdio: 'pipe' })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const outcomes = await readOutcomes(folder)
    if (outcomes.size === 0) throw new Error(`the suite checked nothing: ${stdout}${stderr}`)
    return outcomes
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The suite leaves a folder for each scenario: `server-SCENARIO-TIME`, with its checks in it. */
async function readOutcomes(folder: string): Promise<Outcomes> {
  const outcomes = new Map<string, CheckOutcome>()
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1]
    if (scenario === undefined) throw new Error(`not the results of a scenario: ${name}`)
    for (const { id, status, errorMessage } of checks.parse(
      JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')),
    )) {
      const key = `${scenario}:${id}`
      const known = outcomes.get(key)
      if (known && BY_SEVERITY.indexOf(known.verdict) >= BY_SEVERITY.indexOf(status)) continue
      outcomes.set(key, { verdict: status, message: errorMessage ?? '' })
    }
  }
  return outcomes
}

/** The scenarios for servers that a revision requires, from the suite's frozen list. */
export async function requiredScenarios(revision: Revision): Promise<string[]> {
  const list = await readFile(join(PACKAGE, 'requirements', `${revision}.yaml`), 'utf8')
  return z.object({ server: z.array(z.string()) }).parse(parse(list)).server
}

export const scenarioOf = (check: string): string => check.slice(0, check.indexOf(':'))

/**
 * What the reference passes and the other does not, with what the suite said. A check that is missing counts as failed: a scenario
 * that breaks off early never comes to its later checks.
 */
export function fallenBehind(reference: Outcomes, other: Outcomes): Map<string, string> {
  const behind = new Map<string, string>()
  for (const [check, { verdict }] of reference) {
    if (verdict !== 'SUCCESS') continue
    const found = other.get(check)
    if (found?.verdict !== 'SUCCESS')
      behind.set(check, found ? `${found.verdict}: ${found.message}` : 'missing')
  }
  return behind
}
