import { readFileSync, writeFileSync } from 'node:fs'
import type { Rectangle } from 'electron'
import { z } from 'zod'
import { parseJson } from '../client/json.ts'

const windowState = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int(),
  height: z.int(),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof windowState>

export const MINIMUM = { width: 900, height: 600 } as const
const FIRST: WindowState = { width: 1280, height: 800, maximized: false }

/** How the window was left; the first size where nothing usable is remembered. */
export function readWindowState(path: string, displays: readonly Rectangle[]): WindowState {
  const saved = windowState.safeParse(parseJson(readIfThere(path)))
  return saved.success ? fitWindow(saved.data, displays) : FIRST
}

export function writeWindowState(path: string, state: WindowState): void {
  writeFileSync(path, JSON.stringify(state))
}

/** Drops a place that no display shows any more, such as one on a screen that was unplugged. */
export function fitWindow(state: WindowState, displays: readonly Rectangle[]): WindowState {
  const { x, y, maximized } = state
  const width = Math.max(state.width, MINIMUM.width)
  const height = Math.max(state.height, MINIMUM.height)
  const size = { width, height, maximized }
  if (x === undefined || y === undefined) return size
  const visible = displays.some((area) => overlaps(area, { x, y, width, height }))
  return visible ? { x, y, ...size } : size
}

/** Enough of the title bar to take hold of it. */
const GRIP = 64

function overlaps(area: Rectangle, bounds: Rectangle): boolean {
  const across = Math.min(area.x + area.width, bounds.x + bounds.width) - Math.max(area.x, bounds.x)
  return across >= GRIP && bounds.y >= area.y && bounds.y <= area.y + area.height - GRIP
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
