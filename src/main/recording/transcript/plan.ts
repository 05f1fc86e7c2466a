import type { TurnBefore } from '../../store/reads/transcript-calls.ts'
import type { Match } from './match.ts'

export interface TurnEdits {
  readonly turn: string
  /** A prompt to write down; null where there is one. */
  readonly prompt: string | null
  /** Where other prompts came in between: the first call of each new turn, in order. */
  readonly splits: readonly { readonly call: string; readonly prompt: string }[]
  /** Its calls had several prompts, and it stays as it is all the same. */
  readonly kept: boolean
}

/**
 * What a transcript says of turns: the prompt of each, and where one that began by itself holds the calls of several prompts. What a
 * person or a program said of a turn stays.
 * @param prompts those of the transcript, which matches count
 */
export function planTurns(
  matches: readonly Match[],
  turns: readonly TurnBefore[],
  prompts: readonly string[],
): TurnEdits[] {
  const byTurn = Map.groupBy(matches, ({ call }) => call.turn)
  return turns.flatMap((turn) => {
    const calls = (byTurn.get(turn.id) ?? []).toSorted(
      (a, b) => a.call.startedAt - b.call.startedAt || a.call.step - b.call.step,
    )
    const [first] = calls
    if (first === undefined) return []
    const changes = calls.filter((one, i) => i > 0 && one.prompt > (calls[i - 1]?.prompt ?? 0))
    const stays = turn.explicit || turn.byHand
    return {
      turn: turn.id,
      prompt: turn.prompt === null ? (prompts[first.prompt] ?? null) : null,
      splits: stays
        ? []
        : changes.map(({ call, prompt }) => ({ call: call.id, prompt: prompts[prompt] ?? '' })),
      kept: turn.prompt !== null || (stays && changes.length > 0),
    }
  })
}
