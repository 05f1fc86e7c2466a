import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../../src/main/cli/program.ts'
import manifest from '../../package.json' with { type: 'json' }
import { runCli } from './cli-process.ts'

// Nothing here needs a daemon, so nothing may start one.
const home = '/nonexistent/spillway'

describe('help', () => {
  test.each(createProgram().commands.map((command) => command.name()))('%s has examples', async (name) => {
    const { code, stdout } = await runCli(home, name, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`Examples:\n  spillway ${name}`)
    expect(stdout).toContain('--home <dir>')
    expect(stdout).toContain('--json')
  })

  test('the version is that of the package', async () => {
    expect(await runCli(home, '--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })
})

describe('a command line that makes no sense', () => {
  test.each([
    [['nope'], "spillway: unknown command 'nope'. Try spillway --help."],
    [['ls', '--nope'], "spillway: unknown option '--nope' (Did you mean --home?) Try spillway --help."],
    [['read'], "spillway: missing required argument 'id'. Try spillway --help."],
    [['serve', '--port', '99999'], /'99999' is invalid\. It must be from 0 .* to 65535\./],
    [['prune', '--older-than', 'long'], /It must look like 90s, 15m, 24h or 7d\./],
  ])('%j is one line and exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await runCli(home, ...args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    if (typeof message === 'string') expect(stderr.trimEnd()).toBe(message)
    else expect(stderr).toMatch(message)
  })

  test('with --json it is an error object', async () => {
    const { code, stdout, stderr } = await runCli(home, 'ls', '--limit', 'x', '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'invalid_input', hint: expect.any(String) } })
    expect(stderr).toBe('')
  })
})

describe('bin/spillway.mjs', () => {
  const bin = resolve(import.meta.dirname, '../../bin/spillway.mjs')
  const run = async (node: string) => {
    const child = spawn(node, [bin, '--version'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { code: child.exitCode, stdout }
  }

  test('runs the command line', async () => {
    expect(await run(process.execPath)).toEqual({ code: 0, stdout: `${manifest.version}\n` })
  })

  const system = '/usr/bin/node'
  test.skipIf(!existsSync(system))('runs under the Node of the system, whatever its age', async () => {
    expect(await run(system)).toEqual({ code: 0, stdout: `${manifest.version}\n` })
  })
})
