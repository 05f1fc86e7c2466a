import { counted, formatCount } from '../../ui/format.ts'
import type { Moment, Run } from './model/moments.ts'

/** What a moment is, in a few words: whose it is, and what it did. */
export interface MomentWords {
  /** The server of a call, or `read`. */
  readonly of: string | null
  readonly what: string
  /** Its arguments, or what was read. */
  readonly detail: string
}

export function wordsOf(run: Run, moment: Moment): MomentWords {
  if (moment.kind === 'before') {
    const { turns, calls, reads } = moment.before
    const detail = [counted(turns, 'turn'), counted(calls, 'call'), counted(reads, 'read')].join(', ')
    return { of: null, what: 'Earlier turns', detail }
  }
  if (moment.kind === 'prompt') {
    const { number, title, prompt } = moment.turn
    return { of: null, what: `Turn ${number}`, detail: title ?? prompt ?? '' }
  }
  if (moment.kind === 'call') {
    const { server, tool, arguments: args } = moment.call
    return { of: server, what: tool, detail: args === '{}' || args === 'null' ? '' : args }
  }
  const { entry, mode, sought, unit, start, end } = moment.read
  const name = run.entries.get(entry)?.name ?? entry
  const range = `${unit} ${formatCount(start)}–${formatCount(unit === 'lines' ? end - 1 : end)}`
  const asked = sought === null ? range : `“${sought}”`
  return { of: 'read', what: name, detail: sought === null && mode === unit ? range : `${mode} ${asked}` }
}

/** `Step 7`, `Read after step 7`, `Turn 2`: where a replay stands, in words. */
export function placeName(run: Run, index: number): string {
  const moment = run.moments[index]
  if (moment === undefined) return ''
  if (moment.kind === 'call') return `Step ${moment.call.step}`
  if (moment.kind === 'before') return 'Before this turn'
  if (moment.kind === 'prompt') return `Turn ${moment.turn.number} begins`
  const call = run.moments.slice(0, index).findLast(({ kind }) => kind === 'call' || kind === 'prompt')
  return call?.kind === 'call' ? `Read after step ${call.call.step}` : 'Read'
}

/** Time since the beginning: `+4.2 s`, `+3:07`, `+1:02:11`. */
export function formatElapsed(ms: number): string {
  if (ms < 60_000) return `+${(ms / 1_000).toFixed(ms < 9_950 ? 2 : 1)} s`
  const seconds = Math.floor(ms / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours = 0, ...rest] = parts
  const tail = rest.map((part) => String(part).padStart(2, '0')).join(':')
  return hours > 0 ? `+${hours}:${tail}` : `+${tail.replace(/^0/, '')}`
}

/** A length of time as people say it: `350 ms`, `4.2 s`, `3 min`. */
export function formatLength(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`
}
