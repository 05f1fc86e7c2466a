import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Shows `url` in the person's browser; false where there is none to be had.
 *
 * The address carries a login code, and every user of the machine can see the arguments of a process. So the browser
 * is given a file that only its owner can read, and that sends it on.
 */
export async function openInBrowser(url: string, home: string): Promise<boolean> {
  const opener = browserOpener()
  if (opener === null) return false
  const page = join(home, 'open.html')
  await writeFile(page, redirectTo(url), { mode: 0o600 })
  const child = spawn(opener.command, [...opener.args, page], { detached: true, stdio: 'ignore' })
  child.unref()
  return await Promise.race([once(child, 'spawn').then(() => true), once(child, 'error').then(() => false)])
}

function browserOpener(): { command: string; args: string[] } | null {
  if (process.platform === 'darwin') return { command: 'open', args: [] }
  if (process.platform === 'win32') return { command: 'explorer', args: [] }
  return hasDisplay() ? { command: 'xdg-open', args: [] } : null
}

/** Whether a window could be shown. */
export function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

const redirectTo = (url: string) =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Spillway</title>
<meta http-equiv="refresh" content="0;url=${url}"><a href="${url}">Open Spillway</a>
`
