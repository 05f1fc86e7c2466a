import type { OperationArgs } from '../../shared/contract.ts'
import type { TranscriptResult } from '../../shared/contract/transcripts.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { matchCalls } from '../recording/transcript/match.ts'
import { planTurns, type TurnEdits } from '../recording/transcript/plan.ts'
import { newId } from '../store/ids.ts'
import { type Caller, type Services, visibleTo } from './services.ts'
import { reshape } from './turns.ts'

/** A call may have begun so long before the line that tells of it, or after. */
const AROUND_MS = 15 * 60_000
/** So many calls that were not found are named. */
const NAMED = 50

/** Gives recorded turns the prompts that a transcript has for their calls. */
export async function importTranscript(
  services: Services,
  caller: Caller,
  { events }: OperationArgs<'importTranscript'>,
): Promise<TranscriptResult> {
  const times = events.map(({ at }) => Date.parse(at))
  const from = times.reduce((a, b) => Math.min(a, b), Infinity)
  const to = times.reduce((a, b) => Math.max(a, b), -Infinity)
  const { calls, turns } =
    events.length === 0
      ? { calls: [], turns: [] }
      : await services.store.read.transcriptCalls({
          client: visibleTo(caller),
          from: from - AROUND_MS,
          to: to + AROUND_MS,
        })
  const { matches, unmatched, foreign } = matchCalls(events, calls)
  const prompts = events.flatMap((event) => (event.kind === 'prompt' ? [event.text] : []))
  const done = { prompted: 0, split: 0, kept: 0 }
  for (const edits of planTurns(matches, turns, prompts)) {
    const { prompted, split, kept } = await carryOut(services, caller, edits)
    done.prompted += prompted
    done.split += split
    done.kept += kept
  }
  return {
    prompts: prompts.length,
    calls: events.length - prompts.length,
    matched: events.length - prompts.length - unmatched.length - foreign,
    unmatched: unmatched.length,
    unmatchedCalls: unmatched.slice(0, NAMED).map(({ at, tool, id }) => ({ at, tool, id })),
    foreign,
    turns: done,
    sessions: [...new Set(matches.map(({ call }) => call.session))],
  }
}

async function carryOut(
  services: Services,
  caller: Caller,
  { turn, prompt, splits, kept }: TurnEdits,
): Promise<TranscriptResult['turns']> {
  if (prompt !== null) await services.store.write.updateTurn({ turn, prompt, at: services.now() })
  let split = 0
  // From the end on, so that each cut is still one of this turn.
  for (const cut of splits.toReversed()) {
    const order = { turn, newId: newId('t'), ...cut, byHand: false, at: services.now() }
    try {
      await reshape(services, caller, turn, () => services.store.write.splitTurn(order))
      split++
    } catch (error) {
      // Its agent works in it just now: another import finds it at rest.
      const isLive = error instanceof SpillwayError && ['conflict', 'invalid_input'].includes(error.code)
      if (!isLive) throw error
    }
  }
  const left = kept || split < splits.length
  return { prompted: (prompt === null ? 0 : 1) + split, split, kept: left ? 1 : 0 }
}
