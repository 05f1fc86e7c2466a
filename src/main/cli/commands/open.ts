import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ApiClient } from '../../client/api.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { openInBrowser } from '../browser.ts'
import { findDesktop, openDesktop } from '../desktop.ts'
import { homeFolder } from '../../daemon/paths.ts'
import { printJson, printLine } from '../print.ts'
import { openViewer } from '../viewer.ts'

interface OpenOptions extends CommonOptions {
  readonly electron: boolean
  readonly print?: boolean
}

export function openCommand(): Command {
  return createCommand('open', 'Opens the app; in a browser where Electron cannot run.', [
    'open',
    'open why.spillway',
    'open --no-electron',
    'open --print',
  ])
    .argument('[file]', 'a recording to show read-only')
    .option('--no-electron', 'use the browser')
    .option('--print', 'only print the address that lets a browser in')
    .action(open)
}

async function open(file: string | undefined, options: OpenOptions): Promise<void> {
  if (file !== undefined) return await openRecording(resolve(file), options)
  const desktop = options.electron && !options.print ? findDesktop() : null
  if (desktop) {
    const home = homeFolder(options.home)
    await openDesktop(desktop, { home })
    return options.json ? printJson({ desktop: desktop.binary, home }) : printLine('The app is opening.')
  }
  const { api, home } = await connect(options)
  await openPage(api, home, options)
}

/** The file is looked through before anything of it is shown; how far that is, the page says too. */
async function openRecording(file: string, options: OpenOptions): Promise<void> {
  const desktop = options.electron && !options.print ? findDesktop() : null
  if (desktop) {
    await openDesktop(desktop, { view: file })
    return options.json ? printJson({ desktop: desktop.binary, file }) : printLine('The app is opening.')
  }
  const { api, home } = await openViewer(file)
  await openPage(api, home, options)
}

async function openPage(api: ApiClient, home: string, options: OpenOptions): Promise<void> {
  const { url, expiresAt } = await api.createLoginCode({})
  const opened = !options.print && (await openInBrowser(url, home))
  if (options.json) return printJson({ url, expiresAt, opened, home })
  printLine(
    opened
      ? 'Opening in the browser. If it does not come up, use this address:'
      : 'Open this address in a browser:',
  )
  printLine(`  ${url}`)
  printLine('It lets one browser in, once, within ten minutes.')
}
