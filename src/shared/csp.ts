/**
 * The policy of every page that shows the app, from the daemon and from `app://spillway` alike. There is no inline
 * script or style and nothing from elsewhere, so stored content that slips into the page stays inert.
 */
export const PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
