/** Whatever a tool returned must never run on our origin (DESIGN.md section 6, Auth). */
export const INERT = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
}
