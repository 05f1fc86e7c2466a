import { join } from 'node:path'
import { app, protocol } from 'electron'
import { forwardToDaemon } from './api-forward.ts'
import type { DaemonSupervisor } from './daemon/supervisor.ts'
import { devFile, devServer } from './dev-server.ts'
import { SCHEME, isOwnPage } from './origin.ts'
import { pageFile } from './page-files.ts'

/** With its version: under `npm run dev` the page's own sources have a folder `/api`. */
const API = '/api/v1/'

/** Must run before Electron is ready, so nothing asynchronous may come before it. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** Serves `app://spillway`: the page's files from the build, `/api` from the daemon with the token added here. */
export function serveScheme(daemon: DaemonSupervisor): void {
  const folder = join(app.getAppPath(), 'out', 'renderer')
  protocol.handle(SCHEME, (request) => {
    if (!isOwnPage(request.url)) return new Response('Not found', { status: 404 })
    if (new URL(request.url).pathname.startsWith(API))
      return forwardToDaemon(request, daemon.address, () => daemon.check())
    return devServer === null ? pageFile(folder, request.url) : devFile(devServer, request)
  })
}
