export const SCHEME = 'app'
export const HOST = 'spillway'
export const ORIGIN = `${SCHEME}://${HOST}`

/** Whether `url` is a page of ours. `URL.origin` cannot say: outside Chromium it is "null" for our scheme. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${SCHEME}:` && host === HOST
}
