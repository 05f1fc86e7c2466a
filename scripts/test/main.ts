import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { hasDisplay } from '../../src/main/cli/browser.ts'
import { ROOT, buildIfOlder } from '../build.ts'
import { findElectron } from '../runtimes.ts'
import { countResults } from './counts.ts'

/** Our own flag: a skipped test fails the run, for machines that must be able to run all of them. */
const NO_SKIPS = '--no-skips'
const XVFB = '/usr/bin/xvfb-run'

const args = process.argv.slice(2).filter((arg) => arg !== NO_SKIPS)
const noSkips = process.argv.includes(NO_SKIPS)
const folder = mkdtempSync(join(tmpdir(), 'spillway-tests-'))
try {
  buildIfOlder()
  const code = await runVitest(join(folder, 'report.json'))
  summarise(join(folder, 'report.json'), code)
} catch (error) {
  failWithoutTests(error instanceof Error ? error.message : String(error))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function runVitest(report: string): Promise<number | null> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [...displayWrapper(), process.execPath, vitest, 'run', ...reporters, ...args]
  const [program = '', ...rest] = command
  const child = spawn(program, rest, { cwd: ROOT, stdio: 'inherit', env: testEnvironment() })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/** Tests that start programs by name get the project's Node, not the system's. */
function testEnvironment(): NodeJS.ProcessEnv {
  const bin = join(ROOT, 'node_modules', '.bin')
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    // The suites start hundreds of processes from the sources; compiled once they start in half the time.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
}

/** A virtual display for the desktop tests where there is an Electron but no screen. */
function displayWrapper(): string[] {
  const wanted = !hasDisplay() && 'path' in findElectron() && existsSync(XVFB)
  return wanted ? [XVFB, '--auto-servernum'] : []
}

function summarise(report: string, code: number | null): void {
  if (!existsSync(report)) return failWithoutTests('The tests ended without a report.')
  const { passed, failed, skipped, skippedTitles } = countResults(report)
  for (const title of skippedTitles) console.log(`skipped: ${title}`)
  // An error outside of any test, such as a rejection that nobody handled, fails the run too.
  const failures = failed + (noSkips ? skipped : 0) || (code === 0 ? 0 : 1)
  console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failures > 0 ? 1 : 0
}

/** Whoever reads the last line alone must see a failure there. */
function failWithoutTests(reason: string): void {
  console.log(`${reason}\n0 passed, 1 failed`)
  process.exitCode = 1
}
