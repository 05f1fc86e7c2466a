import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigFile } from '../../../src/main/daemon/config-file.ts'
import type { Config } from '../../../src/shared/config.ts'

const SERVER = '{ // mine\n  "mcpServers": { "fs": { "command": "x" } }\n}\n'

function watched(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-config-'))
  const file = join(folder, 'config.json')
  writeFileSync(file, text)
  const taken: Config[] = []
  const settings = new ConfigFile(file, (config) => taken.push(config))
  settings.watch()
  onTestFinished(() => {
    settings.close()
    rmSync(folder, { recursive: true })
  })
  const serversTaken = () => taken.map(({ mcpServers }) => Object.keys(mcpServers))
  return { file, settings, serversTaken }
}

test('a file that is emptied and then written is never taken for an empty configuration', async () => {
  const { file, settings, serversTaken } = watched(SERVER)
  writeFileSync(file, '')
  await sleep(300)
  expect(() => settings.edit([{ path: ['capture', 'paused'], value: true }])).toThrow(/empty at this moment/)
  writeFileSync(file, SERVER.replace('"x"', '"y"'))
  await expect.poll(serversTaken, { timeout: 10_000 }).toEqual([['fs']])
  expect(settings.config.mcpServers['fs']).toMatchObject({ command: 'y' })
})

test('a file that stays empty is an empty configuration', async () => {
  const { file, serversTaken } = watched(SERVER)
  writeFileSync(file, '')
  await expect.poll(serversTaken, { timeout: 10_000 }).toEqual([[]])
})

test('an edit changes one value and keeps what stands around it, and takes it out again', () => {
  const { file, settings } = watched(SERVER)
  settings.edit([{ path: ['capture', 'exclude'], value: ['fs.*'] }])
  expect(settings.config.capture).toEqual({ paused: false, exclude: ['fs.*'] })
  expect(readFileSync(file, 'utf8')).toContain('// mine')
  settings.edit([{ path: ['capture', 'exclude'], value: undefined }])
  expect(settings.config.capture.exclude).toEqual([])
  expect(() => settings.edit([{ path: ['capture', 'paused'], value: 'yes' }])).toThrow(/capture.paused/)
  expect(readFileSync(file, 'utf8')).not.toContain('yes')
})

test('a byte order mark before it is none of it', () => {
  const { settings } = watched(`\uFEFF${SERVER}`)
  expect(settings.fault).toBeNull()
  expect(settings.config.mcpServers['fs']).toMatchObject({ command: 'x' })
})

test.each([
  [
    '{"command": "x", "args": "--fast"}',
    'mcpServers.fs.args: Invalid input: expected array, received string',
  ],
  ['{"command": 5}', 'mcpServers.fs.command: Invalid input: expected string, received number'],
  [
    '{"type": "sse", "url": "http://x/"}',
    'mcpServers.fs.type: Invalid option: expected one of "http"|"streamable-http"',
  ],
  ['{"url": "x"}', 'mcpServers.fs.url: Invalid URL'],
  ['{"enabled": true}', 'mcpServers.fs: it needs a command or a url'],
])('what is wrong with a server is said where it is: %s', (server, fault) => {
  expect(watched(`{"mcpServers": {"fs": ${server}}}`).settings.fault).toBe(`config.json, ${fault}`)
})

test('a file that is replaced again and again, removed, and made anew is read each time', async () => {
  const { file, settings, serversTaken } = watched(SERVER)
  const commandOf = () => {
    const server = settings.config.mcpServers['fs']
    return server && 'command' in server ? server.command : null
  }
  const taken = (command: string | null) => expect.poll(commandOf, { timeout: 10_000 }).toBe(command)
  for (const command of ['a', 'b', 'c']) {
    writeFileSync(`${file}.tmp`, SERVER.replace('"x"', `"${command}"`))
    renameSync(`${file}.tmp`, file)
    await taken(command)
  }
  rmSync(file)
  await taken(null)
  writeFileSync(file, SERVER)
  await taken('x')
  writeFileSync(file, SERVER.replace('"x"', '"y"'))
  await taken('y')
  expect(serversTaken().length).toBeGreaterThanOrEqual(6)
})
