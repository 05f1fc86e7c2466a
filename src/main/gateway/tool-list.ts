import { isObject } from '../rpc/message.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { Connection } from './connection.ts'

/** A tool's definition exactly as its server gave it. */
export type ToolDefinition = Record<string, unknown> & { name: string }

/** No server has that many pages; one whose cursor never ends is broken. */
const MAX_PAGES = 1_000
const PAGE_MS = 30_000

const isTool = (value: unknown): value is ToolDefinition =>
  isObject(value) && typeof value['name'] === 'string'

/** All pages of a server's tools. @throws as requests do */
export async function fetchTools(connection: Connection): Promise<ToolDefinition[]> {
  if (!('tools' in connection.handshake.capabilities)) return []
  const tools: ToolDefinition[] = []
  let cursor: unknown
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await connection.ask('tools/list', params, { timeoutMs: PAGE_MS })
    if (!isObject(result) || !Array.isArray(result['tools']))
      throw new Error('its tools/list result has no tools')
    tools.push(...(result['tools'] as unknown[]).filter(isTool))
    const next = result['nextCursor']
    if (next === undefined || next === null || next === cursor) return tools
    cursor = next
  }
  throw new Error(`its tools/list does not end after ${MAX_PAGES} pages`)
}

/** What an upstream offers, remembered over the lives of its processes. */
export class ToolList {
  readonly #onchange: (isFirst: boolean) => void
  #tools: ToolDefinition[] | null = null
  #byName = new Map<string, ToolDefinition>()
  #spelled = ''

  /** `onchange` is called when a list differs from what was known before, and when it is news anyway. */
  constructor(onchange: (isFirst: boolean) => void) {
    this.#onchange = onchange
  }

  /** Null before the first list came. */
  get tools(): readonly ToolDefinition[] | null {
    return this.#tools
  }

  get(name: string): ToolDefinition | undefined {
    return this.#byName.get(name)
  }

  /**
   * @param isNews the first list is, where somebody was given none; and one that its server announced, even where it reads as before:
   * it may have changed twice, and whoever listed between has the other one
   */
  remember(tools: ToolDefinition[], isNews: boolean): void {
    const spelled = stringifyJson(tools)
    const isFirst = this.#tools === null
    const differs = spelled !== this.#spelled
    if (differs) {
      this.#spelled = spelled
      this.#tools = tools
      this.#byName = new Map(tools.map((tool) => [tool.name, tool]))
    }
    if (isNews || (differs && !isFirst)) this.#onchange(isFirst)
  }
}
