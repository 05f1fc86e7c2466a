import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AutostartFile } from '../../../src/main/electron/autostart-file.ts'
import { startOptions } from '../../../src/main/electron/start-options.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-autostart-'))
})
afterEach(() => rm(folder, { recursive: true }))

const PATH = ['autostart', 'spillway.desktop'] as const

describe('the autostart file', () => {
  it('is there while starting at login is on', async () => {
    const item = new AutostartFile(join(folder, 'autostart'), 'Spillway', [
      '/opt/electron',
      '/app',
      '--hidden',
    ])
    expect(await item.isOn()).toBe(false)
    await item.set(true)
    expect(await item.isOn()).toBe(true)
    expect(await readFile(join(folder, ...PATH), 'utf8')).toContain('\nExec=/opt/electron /app --hidden\n')
    await item.set(false)
    expect(await item.isOn()).toBe(false)
    await item.set(false)
  })

  it('counts as off where the desktop switched it off', async () => {
    const item = new AutostartFile(join(folder, 'autostart'), 'Spillway', ['/opt/electron'])
    await item.set(true)
    await writeFile(
      join(folder, ...PATH),
      '[Desktop Entry]\nType=Application\nExec=/opt/electron\nHidden=true\n',
    )
    expect(await item.isOn()).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('quotes what a folder may be called', async () => {
    const home = `/home/a b/50% $HOME \`x\` "q" \\z`
    await new AutostartFile(join(folder, 'autostart'), 'Spillway', ['printf', '%s', home]).set(true)
    const text = await readFile(join(folder, ...PATH), 'utf8')
    const value = /^Exec=(.*)$/m.exec(text)?.[1] ?? ''
    // As the specification reads it: the string's escapes, then field codes; the quoting is that of a shell.
    const command = value.replaceAll('\\\\', '\\').replaceAll('%%', '%')
    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe(home)
  })
})

describe('what the app is started with', () => {
  it('a home, and whether to show the window', () => {
    expect(startOptions(['electron', '--no-sandbox', '/app', '--home', '/h', '--hidden'])).toEqual({
      home: '/h',
      hidden: true,
    })
    expect(startOptions(['electron', '.'])).toEqual({ home: undefined, hidden: false })
    expect(startOptions(['electron', '.', '--view', '/f'])).toMatchObject({ view: '/f' })
    expect(startOptions(['spillway', '/home/me/why.spillway'])).toMatchObject({
      view: '/home/me/why.spillway',
    })
  })
})
