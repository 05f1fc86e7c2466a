import { app, session, shell } from 'electron'
import { isOwnPage } from './origin.ts'

/** All that the page may ask of the platform: to copy text. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write'

/** Keeps every page of the app on our own origin; a link elsewhere opens in the person's browser. */
export function guardNavigation(): void {
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (!isOwnPage(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isOwnPage(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      if (url.startsWith('https://')) void shell.openExternal(url)
      return { action: 'deny' }
    })
  })
}

/** Refuses camera, location, notifications and the rest. */
export function guardPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === ALLOWED_PERMISSION && isOwnPage(contents.getURL())),
  )
  session.defaultSession.setPermissionCheckHandler(
    (_, permission, origin) => permission === ALLOWED_PERMISSION && isOwnPage(origin),
  )
}
