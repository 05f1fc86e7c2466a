import { createHmac, hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Compares in a time that tells nothing about where two secrets differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** `HMAC-SHA256(secret, text)` in hex: proof that its maker holds the secret, without showing it. */
export const prove = (secret: string | Uint8Array, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')
