import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startCli } from './cli-process.ts'

/** A person's folder with a `systemctl` that writes down what it is told, and fails while the file `broken` is there. */
async function makePerson() {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-service-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const systemctl = `#!/bin/sh\nif [ -e '${folder}/broken' ]; then echo 'Failed to connect to bus' >&2; exit 1; fi\necho "$*" >> '${folder}/told'\n`
  await writeFile(join(folder, 'systemctl'), systemctl, { mode: 0o755 })
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    PATH: `${folder}:${process.env['PATH']}`,
  }
  const service = async (...args: string[]) => {
    const child = startCli(join(folder, 'home'), ['service', ...args], { env })
    if (!child.stdout || !child.stderr) throw new Error('no pipes')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, stdout, stderr }
  }
  const told = async () => (await readFile(join(folder, 'told'), 'utf8').catch(() => '')).trim().split('\n')
  return { folder, service, told, unit: join(folder, 'config/systemd/user/spillway.service') }
}

describe.runIf(process.platform === 'linux')('the daemon as a login service', () => {
  test('install, status and remove', async () => {
    const { folder, service, told, unit } = await makePerson()
    const dry = await service('install', '--dry-run')
    expect(dry.stdout).toContain(`ExecStart="${process.execPath}"`)
    expect(dry.stdout).toContain(`"serve" "--home" "${join(folder, 'home')}"`)
    expect(existsSync(unit)).toBe(false)
    expect(await told()).toEqual([''])
    expect((await service('status')).stdout).toContain('not installed')

    expect((await service('install')).code).toBe(0)
    expect(dry.stdout).toContain(await readFile(unit, 'utf8'))
    expect(await told()).toEqual(['--user daemon-reload', '--user enable --now spillway.service'])
    const status = JSON.parse((await service('status', '--json')).stdout) as unknown
    expect(status).toEqual({ file: unit, installed: true, current: true, running: true })
    const other = await service('status', '--home', join(folder, 'another'))
    expect(other.stdout).toContain('for another home')

    expect((await service('remove')).stdout).toBe(`${unit} is removed.\n`)
    expect(existsSync(unit)).toBe(false)
    expect((await told()).slice(-2)).toEqual([
      '--user disable --now spillway.service',
      '--user daemon-reload',
    ])
    expect((await service('remove')).stdout).toBe('It was not installed.\n')
  })

  test('where systemd refuses, its own words are passed on', async () => {
    const { folder, service } = await makePerson()
    await writeFile(join(folder, 'broken'), '')
    const { code, stderr } = await service('install')
    expect(code).toBe(1)
    expect(stderr).toContain('systemctl --user daemon-reload failed: Failed to connect to bus')
  })
})
