import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { apiClient } from '../../src/main/client/api.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { createHome, runCli, startCli } from './cli-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const OTHER = '0.0.9'

/** The same program as another version, which really runs. */
async function copyAs(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-other-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  return join(folder, 'src/main/cli.ts')
}

// It starts seven processes, two of them daemons.
test(
  'a daemon of another version is named by commands and bridges, and replaced on request',
  { timeout: 180_000 },
  async () => {
    const at = await createHome()
    onTestFinished(() => at[Symbol.asyncDispose]())
    const args = [await copyAs(OTHER), 'serve', '--home', at.home, '--port', '0', '--json']
    const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await createInterface({ input: other.stdout })[Symbol.asyncIterator]().next()
    const before = await findDaemon(at.home)
    expect(before?.version).toBe(OTHER)
    if (!before) throw new Error('no daemon')
    const { entry } = await apiClient(before).offload({ tool: 't', content: 'kept over it', force: true })

    const note = (who: string) =>
      `spillway: The daemon that runs is version ${OTHER}; ${who} is ${manifest.version}. Replace it with: spillway restart\n`
    const listed = await runCli(at.home, 'ls', '--json')
    expect(listed.stderr).toBe(note('this command'))
    expect(JSON.parse(listed.stdout)).toMatchObject({ total: 1 })
    const bridge = startCli(at.home, ['mcp'])
    bridge.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    if (!bridge.stderr || !bridge.stdout) throw new Error('no pipes')
    const [said, stdout] = await Promise.all([text(bridge.stderr), text(bridge.stdout)])
    expect(said).toBe(note('this bridge'))
    expect(stdout).toContain('"id":1')

    const ended = once(other, 'close')
    const restarted = await runCli(at.home, 'restart')
    expect(restarted.stdout).toContain(`Version ${manifest.version} runs at `)
    expect(restarted.stdout).toContain(`in the place of version ${OTHER}.`)
    await ended
    const after = await findDaemon(at.home)
    expect(after?.version).toBe(manifest.version)
    expect(after?.pid).not.toBe(before.pid)
    const again = await runCli(at.home, 'ls', '--json')
    expect(again.stderr).toBe('')
    expect(JSON.parse(again.stdout)).toMatchObject({ items: [{ id: entry?.id }] })
    const discovery: unknown = JSON.parse(await readFile(join(at.home, 'daemon.json'), 'utf8'))
    expect(discovery).toMatchObject({ version: manifest.version })
  },
)
