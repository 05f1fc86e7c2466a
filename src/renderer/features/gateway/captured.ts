import type { OperationOutput } from '../../../shared/contract.ts'

type Capture = OperationOutput<'getCapture'>

/** Whether a server, or one tool of it, is left out by name. */
export const isLeftOut = ({ exclude }: Capture, server: string, tool = '*'): boolean =>
  exclude.includes(`${server}.${tool}`)

/** What is taken of a server's results. */
export function captureWords(capture: Capture, server: string): string {
  if (capture.paused) return 'all paused'
  if (isLeftOut(capture, server)) return 'paused'
  return capture.exclude.some((glob) => glob.startsWith(`${server}.`)) ? 'in part' : 'on'
}
