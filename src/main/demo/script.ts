import type { ReadParams } from '../../shared/reading.ts'

/** An upstream call. `keep` names the answer, so that later reads can point at it. */
export interface DemoCall {
  readonly kind: 'call'
  readonly tool: string
  /** Paths are relative to the folder that the demo looks at. */
  readonly arguments: Readonly<Record<string, string | readonly string[]>>
  readonly keep?: string
}

/** A read of a stored answer; `next` may depend on what the read before it gave. */
export interface DemoRead {
  readonly kind: 'read'
  readonly of: string
  readonly params: ReadParams | ((before: string) => ReadParams)
}

export interface DemoTurn {
  readonly prompt: string
  readonly steps: readonly (DemoCall | DemoRead)[]
}

const call = (tool: string, args: DemoCall['arguments'], keep?: string): DemoCall => ({
  kind: 'call',
  tool,
  arguments: args,
  keep,
})
const read = (of: string, params: DemoRead['params']): DemoRead => ({ kind: 'read', of, params })

/** What an agent does after grep: it reads on around the first line that was found. */
const aroundFirstMatch = (matches: string): ReadParams => {
  const line = Number(/^\D{0,3}(\d+)/m.exec(matches)?.[1] ?? 1)
  return { mode: 'lines', start: Math.max(1, line - 8), end: line + 16 }
}

const SQLITE = 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c'
const ELECTRON = 'node_modules/electron/electron.d.ts'

/** Questions about this repository that one can only answer by looking into large files. */
export const DEMO_SCRIPT: readonly DemoTurn[] = [
  {
    prompt: 'What is in this repository, and where does the daemon live?',
    steps: [
      call('directory_tree', { path: 'src' }, 'tree'),
      read('tree', { mode: 'head', n: 600 }),
      read('tree', { mode: 'grep', pattern: '"name": "daemon"', context: 3 }),
      call('read_text_file', { path: 'tsconfig.json' }),
    ],
  },
  {
    prompt: 'Which of our dependencies are not under the MIT licence?',
    steps: [
      call('read_text_file', { path: 'package-lock.json' }, 'lock'),
      read('lock', { mode: 'grep', pattern: '"license":', count: true }),
      read('lock', { mode: 'grep', pattern: '"license": "(Apache|BSD|BlueOak|MPL|CC0|Python|0BSD)' }),
    ],
  },
  {
    prompt: 'When does a checkpoint in SQLite have to wait for readers?',
    steps: [
      call('search_files', { path: 'node_modules/better-sqlite3', pattern: '**/*.c' }),
      call('read_text_file', { path: SQLITE }, 'sqlite'),
      read('sqlite', { mode: 'grep', pattern: 'SQLITE_CHECKPOINT_(FULL|RESTART|TRUNCATE)', count: true }),
      read('sqlite', { mode: 'grep', pattern: 'until all readers' }),
      read('sqlite', aroundFirstMatch),
    ],
  },
  {
    prompt: 'Which window events of Electron can a handler prevent?',
    steps: [
      call('read_text_file', { path: ELECTRON }, 'electron'),
      read('electron', { mode: 'grep', pattern: 'event\\.preventDefault', context: 1 }),
      read('electron', { mode: 'tail', n: 500 }),
    ],
  },
  {
    prompt: 'Read the lockfile once more, then see what the contract says about reads.',
    steps: [
      call('read_text_file', { path: 'package-lock.json' }, 'lock again'),
      call('read_text_file', { path: 'docs/notes-that-nobody-wrote.md' }),
      call(
        'read_multiple_files',
        { paths: ['src/shared/contract.ts', 'src/shared/reading.ts', 'src/shared/entry.ts'] },
        'shared',
      ),
      read('shared', { mode: 'grep', pattern: 'readEntry|readParams|readResult' }),
    ],
  },
  {
    // It will say yes: the one line that tells otherwise is a warning, in the middle, and of no sort that comes twice.
    prompt: 'Did last night’s import go through?',
    steps: [
      call('read_text_file', { path: 'examples/import.log' }, 'import'),
      read('import', { mode: 'grep', pattern: 'ERROR|FATAL' }),
      read('import', { mode: 'tail', n: 400 }),
    ],
  },
]

/** All calls and reads of the script. */
export const DEMO_STEPS = DEMO_SCRIPT.reduce((sum, { steps }) => sum + steps.length, 0)
