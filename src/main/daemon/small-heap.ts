import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the memory for short-lived values at the mebibyte that each thread starts with; it would grow to 48, and twice that is what
 * buffers may pile up to, which are collected with the values that hold them. For eight threads that was a third of the daemon. The
 * flag is read whenever V8 would let it grow, so it takes effect also in a process that runs already.
 */
export function keepHeapsSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
