import { expect, test } from 'vitest'
import { readServer } from '../../../src/main/clients/server-entry.ts'
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
