import type { CaptureData } from '../../shared/event.ts'

/** What is taken, in a few words. */
export function describeCapture({ paused, exclude }: CaptureData): string {
  if (paused) return 'capture is paused'
  return exclude.length > 0 ? `capture is on, but for ${exclude.join(', ')}` : 'capture is on'
}
