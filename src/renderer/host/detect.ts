import type { NativeBridge } from '../../shared/preload.ts'
import { browserHost } from './browser.ts'
import { electronHost } from './electron.ts'
import type { Host } from './host.ts'

declare global {
  interface Window {
    /** Put there by the preload of the desktop app. */
    readonly spillway?: NativeBridge
  }
}

/** The only place that asks where the page runs. */
export function detectHost(): Host {
  return window.spillway === undefined ? browserHost : electronHost(window.spillway)
}
