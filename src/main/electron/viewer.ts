import { spawn } from 'node:child_process'
import { app, dialog } from 'electron'

/**
 * Shows a recording in an app of its own, with a home of its own: what is open there can neither reach nor be mistaken for what this
 * one shows, and closing its window ends all of it.
 */
export function openViewer(file: string): void {
  const own = app.isPackaged ? [] : [app.getAppPath()]
  // Chromium refuses to run as root with its sandbox.
  const sandbox = process.argv.includes('--no-sandbox') ? ['--no-sandbox'] : []
  const child = spawn(process.execPath, [...sandbox, ...own, '--view', file], {
    detached: true,
    stdio: 'ignore',
  })
  child.once('error', (error) => dialog.showErrorBox('The recording cannot be opened', error.message))
  child.unref()
}

/** Asks which. */
export async function chooseRecording(): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({
    title: 'Open Recording',
    filters: [{ name: 'Spillway recordings', extensions: ['spillway'] }],
    properties: ['openFile'],
  })
  const [file] = filePaths
  if (file !== undefined) openViewer(file)
}
