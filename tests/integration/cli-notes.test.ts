import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiClient } from '../../src/main/client/api.ts'
import type { ApiClient } from '../../src/main/client/api.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { createHome, endProcess, runCli, runJson, startCli } from './cli-process.ts'
import type { Outcome, TestHome } from './cli-process.ts'

let at: TestHome
let api: ApiClient
let root: string
let project: string
let folder: string
let count = 0
beforeAll(async () => {
  at = await createHome()
  api = apiClient(await ensureDaemon(at.home))
  root = await realpath(await mkdtemp(join(tmpdir(), 'spillway-notes-')))
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  count += 1
  project = join(root, `project-${count}`)
  folder = join(root, `notes-${count}`)
  await mkdir(project)
  await mkdir(folder)
})

const sync = (dir = folder): Promise<Outcome> => runCli(at.home, 'notes', 'sync', dir, '--project', project)
const put = (name: string, content: string) => api.putNote({ name, content, project, scope: 'project' })
const stored = async (name: string) => (await api.getNote({ name, project, scope: 'project' })).content
const names = async () => (await api.listNotes({ project })).items.map((note) => note.name)
const file = (name: string) => join(folder, name)
const read = (name: string) => readFile(file(name), 'utf8')
const visibleFiles = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()

describe('spillway write and notes', () => {
  test('B4: writes a note from stdin or a file, compare-and-set where asked, and lists and removes it', async () => {
    const child = startCli(at.home, ['write', 'rules', '--project', project])
    child.stdin?.end('Größe zählt.\n')
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
    expect(await stored('rules')).toBe('Größe zählt.\n')

    await writeFile(file('plan.txt'), 'first')
    const write = (...args: string[]) =>
      runCli(at.home, 'write', 'plan', '--file', file('plan.txt'), '--project', project, ...args)
    expect(await write('--if-version', '0')).toMatchObject({ code: 0 })
    const refused = await write('--if-version', '0')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('is at version 1, not 0')

    const listed = await runCli(at.home, 'notes', '--project', project)
    expect(listed.stdout).toMatch(/^plan +project +1 /m)
    expect(await runJson(at.home, 'notes', 'ls', '--project', project)).toMatchObject({
      items: [{ name: 'plan' }, { name: 'rules' }],
    })
    const stale = await runCli(at.home, 'notes', 'rm', 'plan', '--project', project, '--if-version', '7')
    expect(stale).toMatchObject({ code: 1, stdout: '' })
    await runJson(at.home, 'notes', 'rm', 'plan', '--project', project)
    expect(await names()).toEqual(['rules'])
  })

  test('B2: a name that the rule refuses is refused with the rule', async () => {
    await writeFile(file('x'), 'x')
    const { code, stderr } = await runCli(at.home, 'write', '../../etc/evil', '--file', file('x'))
    expect(code).toBe(1)
    expect(stderr).toContain('Names are 1 to 64 letters, digits, - and _.')
  })

  test('what is not UTF-8 is refused, not mangled', async () => {
    await writeFile(file('x'), Buffer.from([0xff, 0xfe, 0x41]))
    const { code, stderr } = await runCli(at.home, 'write', 'x', '--file', file('x'), '--project', project)
    expect(code).toBe(1)
    expect(stderr).toContain('not UTF-8')
    expect(await names()).toEqual([])
  })
})

describe('spillway notes sync', () => {
  test('B4 B5: carries what is new or changed on one side to the other, byte for byte', async () => {
    const crlf = '\uFEFFone\r\ntwo 😀\r\n'
    await writeFile(file('mine.md'), crlf)
    await put('theirs', 'from an agent')
    expect(await sync()).toMatchObject({ code: 0 })
    expect(await stored('mine')).toBe(crlf)
    expect(await read('theirs.md')).toBe('from an agent')

    await writeFile(file('theirs.md'), 'a person was here')
    await put('mine', 'an agent was here')
    expect(await sync()).toMatchObject({ code: 0 })
    expect(await stored('theirs')).toBe('a person was here')
    expect(await read('mine.md')).toBe('an agent was here')
    expect(await sync()).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('a change on both sides keeps both, until a person has merged them', async () => {
    await put('plan', 'base')
    await sync()
    await writeFile(file('plan.md'), 'the file')
    await put('plan', 'the note')
    const conflict = await sync()
    expect(conflict.code).toBe(1)
    expect(conflict.stdout).toContain('plan.conflict-v2.md')
    expect(await read('plan.md')).toBe('the file')
    expect(await read('plan.conflict-v2.md')).toBe('the note')
    expect(await stored('plan')).toBe('the note')
    expect((await sync()).code).toBe(1)

    await put('plan', 'the note again')
    expect((await sync()).code).toBe(1)
    expect(await visibleFiles()).toEqual(['plan.conflict-v2.md', 'plan.conflict-v3.md', 'plan.md'])

    await writeFile(file('plan.md'), 'both')
    for (const version of [2, 3]) await unlink(file(`plan.conflict-v${version}.md`))
    expect(await sync()).toMatchObject({ code: 0 })
    expect(await stored('plan')).toBe('both')
    expect(await read('plan.md')).toBe('both')
  })

  test('what was new on both sides is a conflict too, unless it is the same', async () => {
    await put('same', 'x')
    await put('other', 'x')
    await writeFile(file('same.md'), 'x')
    await writeFile(file('other.md'), 'y')
    expect((await sync()).code).toBe(1)
    expect(await visibleFiles()).toEqual(['other.conflict-v1.md', 'other.md', 'same.md'])
  })

  test('a removal is carried over only where the other side is what both had', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(name, name)
    await sync()
    await unlink(file('a.md'))
    await unlink(file('b.md'))
    await put('b', 'changed')
    await api.deleteNote({ name: 'c', project, scope: 'project' })
    await api.deleteNote({ name: 'd', project, scope: 'project' })
    await writeFile(file('d.md'), 'changed')
    expect(await sync()).toMatchObject({ code: 0 })
    expect(await visibleFiles()).toEqual(['b.md', 'd.md'])
    expect(await names()).toEqual(['b', 'd'])
    expect(await read('b.md')).toBe('changed')
    expect(await stored('d')).toBe('changed')
  })

  test('a note whose life ended is brought back by its file', async () => {
    await writeFile(file('rules.md'), 'for ever')
    await sync()
    await api.putNote({ name: 'rules', project, scope: 'project', content: 'for ever', ttlSeconds: 1 })
    await sync()
    await sleep(1_100)
    await api.prune({})
    expect(await sync()).toMatchObject({ code: 0 })
    expect(await stored('rules')).toBe('for ever')
    expect(await read('rules.md')).toBe('for ever')
  })

  test('B2: files that cannot be notes are reported and left as they are', async () => {
    const refused = ['has space.md', 'step3.md', 'dots.in.name.md', '__proto__.md']
    for (const name of refused) await writeFile(file(name), 'x')
    await writeFile(file('raw.md'), Buffer.from([0xc3, 0x28]))
    await writeFile(file('readme.txt'), 'no note')
    const { code, stdout } = await sync()
    expect(code).toBe(1)
    for (const name of ['has space', 'step3', 'dots.in.name', 'raw.md'])
      expect(stdout).toMatch(new RegExp(`^REFUSED +${name}: `, 'm'))
    expect(await names()).toEqual(['__proto__'])
    expect(await visibleFiles()).toEqual([...refused, 'raw.md', 'readme.txt'].sort())
  })

  test('a folder of another project is refused', async () => {
    await sync()
    const { code, stderr } = await runCli(at.home, 'notes', 'sync', folder, '--project', root)
    expect(code).toBe(1)
    expect(stderr).toContain(project)
  })

  test('two at once, in one folder and in two, lose nothing', async () => {
    const other = join(root, `other-${count}`)
    await mkdir(other)
    const here = Array.from({ length: 20 }, (_, index) => `here-${index}`)
    const there = Array.from({ length: 20 }, (_, index) => `there-${index}`)
    for (const name of here) await writeFile(join(folder, `${name}.md`), name)
    for (const name of there) await writeFile(join(other, `${name}.md`), name)
    await writeFile(file('both.md'), 'from here')
    await writeFile(join(other, 'both.md'), 'from there')
    await Promise.all([sync(), sync(), sync(other), sync(other)])
    await Promise.all([sync(), sync(other)])
    for (const name of [...here, ...there]) {
      expect(await stored(name)).toBe(name)
      expect(await read(`${name}.md`)).toBe(name)
      expect(await readFile(join(other, `${name}.md`), 'utf8')).toBe(name)
    }
    expect(await read('both.md')).toBe('from here')
    expect(await readFile(join(other, 'both.md'), 'utf8')).toBe('from there')
    expect(existsSync(file('both.conflict-v1.md')) !== existsSync(join(other, 'both.conflict-v1.md'))).toBe(
      true,
    )
  }, 120_000)

  test('--watch carries changes over as they come', async () => {
    const child = startCli(at.home, ['notes', 'sync', folder, '--project', project, '--watch'])
    try {
      await put('agent', 'one')
      await until(async () => (await read('agent.md').catch(() => '')) === 'one')
      await writeFile(file('agent.md'), 'two')
      await until(async () => (await stored('agent')) === 'two')
    } finally {
      if (child.pid !== undefined) await endProcess(child.pid)
    }
  })
})

describe('two processes with one note', () => {
  test('B6: 1,000 compare-and-set writes, none lost', async () => {
    await put('counter', '0')
    const program = resolve(import.meta.dirname, '../fixtures/notes/count-up.ts')
    const refused = await Promise.all(
      [1, 2].map(async () => {
        const args = [program, at.home, project, '500']
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
        const [out] = await Promise.all([text(child.stdout), once(child, 'close')])
        expect(child.exitCode).toBe(0)
        return Number(out)
      }),
    )
    const { content, version } = await api.getNote({ name: 'counter', project, scope: 'project' })
    expect({ content, version }).toEqual({ content: '1000', version: 1_001 })
    // They did meet, or this proves nothing.
    expect(refused.reduce((sum, one) => sum + one)).toBeGreaterThan(0)
  }, 120_000)
})

async function until(met: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await met()); await sleep(50))
    if (Date.now() > deadline) throw new Error('it never came')
}
