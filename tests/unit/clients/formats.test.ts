import { describe, expect, test } from 'vitest'
import { editConfig } from '../../../src/main/clients/formats/format.ts'
import { json } from '../../../src/main/clients/formats/json.ts'
import { toml } from '../../../src/main/clients/formats/toml.ts'
import { yaml } from '../../../src/main/clients/formats/yaml.ts'

const server = { command: 'node' }

describe('TOML', () => {
  const path = ['mcp_servers', 'spillway']
  const ours = '[mcp_servers.spillway]\ncommand = "old"\n[mcp_servers.spillway.env]\n# ours\nA = "1"\n'

  test.each([
    ['[z]\nq = 1\n', '[z]\nq = 1\n'],
    ['# about z\n[z]\nq = 1\n', '# about z\n[z]\nq = 1\n'],
    ['\n# about z,\n\n# in full\n[[z]]\nq = 1\n', '\n# about z,\n\n# in full\n[[z]]\nq = 1\n'],
    ['# at the end\n', '# at the end\n'],
  ])('what others say behind our table stays when it goes: %j', (behind, kept) => {
    expect(editConfig(toml, `a = 1\n\n${ours}${behind}`, path, undefined)).toBe(`a = 1\n${kept}`)
  })
})

describe('a place for servers that holds nothing yet is filled, and comments stay', () => {
  test.each([
    ['a: 1\nextensions:\n', 'a: 1\nextensions:\n  spillway:\n    command: node\n'],
    ['extensions: ~ # none yet\nb: 2\n', '# none yet\n'],
    ['extensions:\n# about b\nb: 2\n', '# about b\n'],
  ])('YAML: %j', (text, part) => {
    expect(editConfig(yaml, text, ['extensions', 'spillway'], server)).toContain(part.trim())
  })

  test('JSON', () => {
    const text = '{\n  "mcpServers": null, // none yet\n  "b": 2\n}\n'
    const after = editConfig(json, text, ['mcpServers', 'spillway'], server)
    expect(after).toBe(
      '{\n  "mcpServers": {\n    "spillway": {\n      "command": "node"\n    }\n  }, // none yet\n  "b": 2\n}\n',
    )
  })

  test.each(['[]', '5', '"x"'])('but nothing else that is there: %s', (held) => {
    expect(() => editConfig(json, `{"mcpServers": ${held}}`, ['mcpServers', 'spillway'], server)).toThrow(
      'mcpServers holds something else than named settings.',
    )
  })
})

test('JSON: what is added goes behind a comment on the first brace, and not behind a later one on its line', () => {
  const text = '{ /* all */ "a": /* one */\n  1\n}\n'
  expect(JSON.stringify(json.parse(editConfig(json, text, ['mcpServers', 'spillway'], server)))).toBe(
    '{"mcpServers":{"spillway":{"command":"node"}},"a":1}',
  )
})
