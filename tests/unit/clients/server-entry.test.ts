import { expect, test } from 'vitest'
import { leftBehind, readServer } from '../../../src/main/clients/server-entry.ts'
import { upstreamConfig } from '../../../src/shared/config.ts'

test.each([
  ['Roo Code, Kiro', { command: 'x', disabled: true, disabledTools: ['write'] }],
  ['Codex', { command: 'x', enabled: false, disabled_tools: ['write'] }],
  ['Gemini CLI', { command: 'x', disabled: true, excludeTools: ['write'] }],
])('what a client has switched off stays off when it is imported: %s', (_client, entry) => {
  const server = readServer(entry, null)
  expect(server).toEqual({ command: 'x', enabled: false, disabledTools: ['write'] })
  expect(upstreamConfig.parse(server)).toMatchObject({ enabled: false, disabledTools: ['write'] })
})

test.each([
  ['Gemini CLI', { command: 'x', includeTools: ['read'] }],
  ['Codex', { command: 'x', enabled_tools: ['read'] }],
  ['Goose', { cmd: 'x', type: 'stdio', available_tools: ['read'] }],
  ['Copilot CLI', { command: 'x', tools: ['read'] }],
])('tools that alone were on are alone on when it is imported: %s', (_client, entry) => {
  const server = readServer(entry, null)
  expect(server).toEqual({ command: 'x', enabledTools: ['read'] })
  expect(upstreamConfig.parse(server)).toMatchObject({ enabledTools: ['read'] })
})

test('a list that lets all through is none', () => {
  expect(readServer({ command: 'x', tools: ['*'], available_tools: [] }, null)).toEqual({ command: 'x' })
})

test('what only the client understands is named, and nothing that says nothing', () => {
  const entry = {
    command: 'x',
    trust: true,
    alwaysAllow: ['read'],
    autoApprove: [],
    timeout: 60,
    disabled: false,
  }
  expect(leftBehind(entry)).toEqual(['trust', 'alwaysAllow', 'timeout'])
  expect(leftBehind({ url: 'https://x.example/', type: 'http', headers: {}, bundled: true })).toEqual([])
})
