import { z } from 'zod'

/** How the desktop app's daemon is, as the main process sees it. */
export const daemonState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }),
  z.object({ state: z.literal('up'), url: z.string(), version: z.string(), attached: z.boolean() }),
  z.object({ state: z.literal('down'), reason: z.string(), canRestart: z.boolean() }),
])
export type DaemonState = z.infer<typeof daemonState>

/** A place in the window that the main process asks the page to go to. */
export interface ShownPlace {
  readonly view: 'gateway' | 'entries' | 'settings'
  /** What is opened in it. */
  readonly open: string | null
}

/** All that the preload gives to the page: native capabilities only, nothing that HTTP can do. */
export interface NativeBridge {
  readonly platform: string
  daemonState(): Promise<DaemonState>
  onDaemonState(listener: (state: DaemonState) => void): () => void
  restartDaemon(): Promise<void>
  saveAs(entry: string, suggestedName: string): Promise<string | null>
  onGoTo(listener: (place: ShownPlace) => void): () => void
  /** Whether the platform starts the app when the person logs in. */
  loginItem(): Promise<boolean>
  setLoginItem(on: boolean): Promise<void>
}
