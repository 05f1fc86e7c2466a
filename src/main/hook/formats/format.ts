/** A text in a tool's result that an agent reads, and that may be replaced. */
export interface Slot {
  readonly text: string
  put(text: string): void
}

/** A tool call as an agent's host tells of it after the tool has run. */
export interface ToolReport {
  readonly tool: string
  readonly arguments: unknown
  /** What the host calls the call, where it says. */
  readonly call?: string | null
  /** What the host calls its session. */
  readonly session: string | null
  /** The folder that the agent works in. */
  readonly folder: string | null
  readonly slots: readonly Slot[]
  /** What the host is to be told once something was put in place. */
  reply(): unknown
}

/** How one host tells of a call, and what it wants to hear. */
export interface HookFormat {
  /** Null: not for us, the result stays as it is. */
  read(input: Record<string, unknown>): ToolReport | null
  /** What the host is told where nothing changes; null: nothing at all. */
  unchanged(input: Record<string, unknown>): unknown
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Results that come from us: they were looked at on their way already, and a reference must not be put behind another one. */
export const isOurs = (tool: string): boolean => /(?:^|__|:)(?:spillway__|scratchpad_)/.test(tool)
