import type { ErrorMark } from './use-error-marks.ts'

export function parseGrep(
  text: string,
  entry: { chars: number | null; lines: number | null },
): { errors: ErrorMark[]; total: number } {
  const errors: ErrorMark[] = []
  for (const row of text.split('\n')) {
    const [, number] = /^(\d+):/.exec(row) ?? []
    if (number === undefined) continue
    const line = Number(number)
    errors.push({ line, char: Math.floor(((line - 1) / Math.max(1, entry.lines ?? 1)) * (entry.chars ?? 0)) })
  }
  return { errors, total: errors.length }
}
