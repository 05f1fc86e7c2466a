import { existsSync, readFileSync, renameSync, statSync, type FSWatcher, watch, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { config as configSchema, type Config } from '../../shared/config.ts'
import { configFault } from '../../shared/config-fault.ts'
import { SpillwayError } from '../../shared/errors.ts'
import type { OperationOutput } from '../../shared/contract.ts'
import { effectiveConfig } from '../policy/effective-config.ts'
import type { ConfigChange, SettingsControl } from '../operations/services.ts'

const SETTLE_MS = 50
/** A file that is still empty after so long is meant to be. */
const EMPTY_SETTLE_MS = 2_000

interface Taken {
  readonly config: Config
  /** As the person wrote it, without defaults. */
  readonly written: Record<string, unknown>
}

/**
 * `config.json`: JSON with comments, validated, taken again whenever it changes. A bad edit keeps the last good one in force and says
 * where it is wrong.
 */
export class ConfigFile implements SettingsControl {
  readonly #file: string
  readonly #onChange: (config: Config) => void
  #taken: Taken = { config: configSchema.parse({}), written: {} }
  #text: string | null = null
  #fault: string | null = null
  #watcher: FSWatcher | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(file: string, onChange: (config: Config) => void) {
    this.#file = file
    this.#onChange = onChange
    this.#load()
  }

  get config(): Config {
    return this.#taken.config
  }

  get fault(): string | null {
    return this.#fault
  }

  /**
   * Watches the file, where there is one: the folder has the database too, and would wake this thread with every commit. Editors
   * replace files, and a watch on the old one sees nothing more, so each change begins a new watch before the file is read.
   */
  watch(): void {
    this.#watcher?.close()
    this.#watcher = watch(existsSync(this.#file) ? this.#file : dirname(this.#file), (_event, name) => {
      if (name !== null && name !== basename(this.#file)) return
      if (this.#timer !== null) clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#look(), SETTLE_MS)
    })
  }

  current(): OperationOutput<'getConfig'> {
    const { config, written } = this.#taken
    return {
      path: this.#file,
      config: written,
      effective: effectiveConfig(config),
      text: this.#text ?? '',
      fault: this.#fault,
    }
  }

  async replace(value: Record<string, unknown>): Promise<OperationOutput<'putConfig'>> {
    this.#write(`${JSON.stringify(value, null, 2)}\n`)
    return this.current()
  }

  edit(changes: readonly ConfigChange[]): void {
    if (this.#isEmptied())
      throw new SpillwayError(
        'conflict',
        'config.json is empty at this moment.',
        'Try again once it is saved.',
      )
    // What a person saved a moment ago counts, though the watch has not told of it yet.
    this.#reload()
    if (this.#fault !== null)
      throw new SpillwayError('conflict', this.#fault, 'Mend the file first, then try again.')
    const formattingOptions = { insertSpaces: true, tabSize: 2 }
    const text = changes.reduce(
      (before, { path, value }) =>
        applyEdits(before, modify(before, [...path], value, { formattingOptions })),
      this.#text?.trim() ? this.#text : '{}\n',
    )
    this.#write(text)
  }

  rewrite(text: string, was: string): void {
    this.#reload()
    if (this.#text !== was)
      throw new SpillwayError('conflict', 'config.json was changed meanwhile.', 'Look at what it says now.')
    this.#write(text)
  }

  /** @throws SpillwayError `invalid_input`; nothing is written then */
  #write(text: string): void {
    const taken = read(text)
    if (typeof taken === 'string') throw new SpillwayError('invalid_input', taken)
    const fresh = `${this.#file}.new`
    writeFileSync(fresh, text, { mode: 0o600 })
    renameSync(fresh, this.#file)
    this.#reload()
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#watcher?.close()
  }

  /** Who saves in place empties the file first: a moment of nothing must not end every server. */
  #look(): void {
    this.watch()
    if (!this.#isEmptied()) return this.#reload()
    this.#timer = setTimeout(() => this.#reload(), EMPTY_SETTLE_MS)
  }

  #isEmptied(): boolean {
    return this.#text !== '' && statSync(this.#file, { throwIfNoEntry: false })?.size === 0
  }

  #reload(): void {
    const before = this.#taken
    const faultBefore = this.#fault
    this.#load()
    if (this.#taken !== before || this.#fault !== faultBefore) this.#onChange(this.#taken.config)
  }

  #load(): void {
    // Some editors put a byte order mark before it.
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').replace(/^\uFEFF/, '') : '{}'
    if (text === this.#text) return
    this.#text = text
    const taken = read(text)
    this.#fault = typeof taken === 'string' ? taken : null
    if (typeof taken !== 'string') this.#taken = taken
  }
}

/** The configuration in a text, or where it is wrong. */
function read(text: string): Taken | string {
  const errors: ParseError[] = []
  const written: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) ?? {}
  const [error] = errors
  if (error) return `config.json, ${place(text, error.offset)}: ${printParseErrorCode(error.error)}`
  const parsed = configSchema.safeParse(written)
  if (parsed.success) return { config: parsed.data, written: written as Record<string, unknown> }
  const { path, message } = configFault(parsed.error)
  return `config.json, ${path || 'top level'}: ${message}`
}

function place(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
