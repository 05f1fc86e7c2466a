import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

const run = promisify(execFile)
const at = (path: string) => resolve(import.meta.dirname, '../..', path)

describe.each([
  ['TypeScript', 'ts', process.execPath, 'examples/offload.ts'],
  ['Python', 'python', 'python3', 'examples/offload.py'],
])('the HTTP recipe in %s', (_language, fence, program, example) => {
  let home: TestHome
  let daemon: RunningDaemon
  beforeAll(async () => {
    home = await createHome()
    daemon = await startDaemon(home.home)
  })
  afterAll(() => home[Symbol.asyncDispose]())

  test('runs as it stands: offload, read, resolve', async () => {
    const { token } = await daemon.api.createClient({ name: 'my agent' })
    const env = { ...process.env, SPILLWAY_URL: daemon.url, SPILLWAY_TOKEN: token }
    const { stdout } = await run(program, [at(example)], { env })
    expect(stdout).toMatch(/Stored by Spillway as list_jobs_1/)
    expect(stdout).toMatch(/failed jobs: [^]*286/)
    expect(stdout).toMatch(/whole again: true/i)
    expect(await daemon.api.stats({})).toMatchObject({ calls: 1, offloads: 1, reads: 1 })
  })

  test('is in the docs as it stands, in about thirty lines', async () => {
    const text = await readFile(at(example), 'utf8')
    const page = await readFile(at('docs/http-agents.md'), 'utf8')
    expect(page).toContain(`\`\`\`${fence}\n${text}\`\`\``)
    expect(text.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(30)
  })
})
