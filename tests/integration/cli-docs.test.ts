import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { createProgram } from '../../src/main/cli/program.ts'
import { config } from '../../src/shared/config.ts'
import { contract } from '../../src/shared/contract.ts'
import { CLI, createHome } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')
const PAGES = [
  'README.md',
  ...(await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
]

const page = async (name: string) => await readFile(join(ROOT, name), 'utf8')

describe('the reference pages name everything there is', () => {
  test.each(
    createProgram()
      .commands.filter((command) => command.name() !== 'help')
      .map((command) => [command.name(), command] as const),
  )('docs/cli.md: %s and its options', async (name, command) => {
    const text = await page('docs/cli.md')
    const section = text.split(/^## /m).find((part) => part.startsWith(`${name}\n`))
    const options = [command, ...command.commands].flatMap((one) => one.options)
    const flags = options.map((option) => option.long ?? option.short ?? '')
    for (const flag of flags.filter((flag) => flag !== '--home' && flag !== '--json'))
      expect(section).toContain(flag)
  })

  test('docs/configuration.md: every key', async () => {
    const text = await page('docs/configuration.md')
    const missing = [...keysOf(z.toJSONSchema(config, { io: 'input' }))].filter(
      (key) => key !== '$schema' && !text.includes(`\`${key}\``) && !text.includes(`## ${key}`),
    )
    expect(missing).toEqual([])
  })

  test('docs/http-api.md: every operation, in its own words', async () => {
    const text = (await page('docs/http-api.md')).replaceAll(/ +/g, ' ')
    const rows = Object.values(contract).map(
      ({ method, path, access, summary }) => `| \`${method} /api/v1${path}\` | ${WHO[access]} | ${summary} |`,
    )
    expect(rows.filter((row) => !text.includes(row))).toEqual([])
  })
})

/** How the page says who may use an operation. */
const WHO = { public: 'anyone', client: 'clients', admin: 'you' }

/** The names of all properties in a JSON schema. */
function* keysOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.keys(value)
    yield* keysOf(value)
  }
}

describe('links lead somewhere', () => {
  test.each([...PAGES, 'CONTRIBUTING.md', 'CHANGELOG.md'])('%s', async (name) => {
    const targets = Array.from(
      (await page(name)).matchAll(/\]\((?!https?:)([^)#]+)/g),
      ([, target]) => target ?? '',
    )
    for (const target of targets.filter((target) => !target.startsWith('docs/screenshots/')))
      await expect(readdirOrFile(resolve(ROOT, name, '..', target))).resolves.toBeDefined()
  })
})

const readdirOrFile = async (path: string) =>
  await readdir(path).catch(async () => await readFile(path, 'utf8'))

describe('examples marked for it run as they stand', () => {
  let at: TestHome
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    at = await createHome()
    const daemon = await ensureDaemon(at.home)
    const lines = Array.from({ length: 1_000 }, (_, index) =>
      index === 699 ? 'ERROR in line 700' : `line ${index + 1} of the log`,
    )
    const { entry } = await apiClient(daemon).offload({ tool: 'read_log', content: lines.join('\n') })
    const bin = join(at.home, 'bin')
    await mkdir(bin)
    await writeFile(join(bin, 'spillway'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`, {
      mode: 0o755,
    })
    env = {
      ...process.env,
      PATH: `${bin}:${process.env['PATH']}`,
      SPILLWAY_HOME: at.home,
      SPILLWAY_URL: daemon.url,
      ENTRY: entry?.id,
    }
  })
  afterAll(async () => await at[Symbol.asyncDispose]())

  // A page has up to thirty commands, each a process of its own.
  test.each(PAGES)('%s', { timeout: 240_000 }, async (name) => {
    for (const [, block = ''] of (await page(name)).matchAll(/^```sh test\n(.*?)^```/gms)) {
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', block], { env, cwd: at.home })
      for (const [, expected = ''] of block.matchAll(/^# → (.*)$/gm)) expect(stdout).toContain(expected)
    }
  })
})
