import { Notification } from 'electron'

/** Shown ones are held until they are gone: a collected notification loses its click. */
const shown = new Set<Notification>()

/** A notification of the platform, where it has them. */
export function notify(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body })
  const forget = () => shown.delete(notification)
  shown.add(notification)
  notification.on('click', () => {
    forget()
    onClick()
  })
  notification.on('close', forget)
  notification.on('failed', forget)
  notification.show()
}
