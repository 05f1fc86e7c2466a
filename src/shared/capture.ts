import type { CaptureData } from './event.ts'

/** What is taken of the calls that pass, in a few words. */
export function describeCapture({ paused, exclude }: CaptureData): string {
  if (paused) return 'capture is paused'
  return exclude.length > 0 ? `capture is on, but for ${exclude.join(', ')}` : 'capture is on'
}
