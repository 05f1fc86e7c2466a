import type { Replay, ReplayCall, ReplayEntry, ReplayRead } from '../../../../shared/contract/replay.ts'

type ReplayTurn = Replay['turns'][number]

/** What the context of a session held before the first turn that is replayed. */
export interface BeforeMoment {
  readonly kind: 'before'
  readonly before: Replay['before']
}
export interface PromptMoment {
  readonly kind: 'prompt'
  readonly turn: ReplayTurn
}
export interface CallMoment {
  readonly kind: 'call'
  readonly call: ReplayCall
}
export interface ReadMoment {
  readonly kind: 'read'
  readonly read: ReplayRead
}

/** Something that came into the context, with the context's sums after it, in tokens. */
export type Moment = (BeforeMoment | PromptMoment | CallMoment | ReadMoment) & {
  /** Stays the same however often the turn is replayed: what an address names. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sums: ContextSums
  readonly added: ContextSums
}

/** Tokens of a context. */
export interface ContextSums {
  /** Prompts and arguments, estimated: the same with and without Spillway. */
  readonly asked: number
  /** What calls delivered. */
  readonly delivered: number
  /** What was read back. */
  readonly reread: number
  /** What the results would have been whole. */
  readonly raw: number
}

export const inContext = ({ asked, delivered, reread }: ContextSums): number => asked + delivered + reread
export const withoutSpillway = ({ asked, raw }: ContextSums): number => asked + raw

/** A replay as a player walks through it. */
export interface Run {
  readonly replay: Replay
  readonly moments: readonly Moment[]
  readonly entries: ReadonlyMap<string, ReplayEntry>
  /** Where the run stands at a key: its index, or -1. The number of a step (`7`) names its call. */
  indexOf(key: string): number
  /** Where an entry came in: the index of its call, or of its first read where an earlier turn stored it. */
  knownSince(entry: string): number
  /** The index of each read of an entry, in order. */
  readsOf(entry: string): readonly number[]
}

const NOTHING: ContextSums = { asked: 0, delivered: 0, reread: 0, raw: 0 }

const plus = (a: ContextSums, b: ContextSums): ContextSums => ({
  asked: a.asked + b.asked,
  delivered: a.delivered + b.delivered,
  reread: a.reread + b.reread,
  raw: a.raw + b.raw,
})

export const readKey = (read: number): string => `r${read}`

type Step = BeforeMoment | PromptMoment | CallMoment | ReadMoment

function* stepsOf(replay: Replay): Generator<Step & { key: string; at: number; added: ContextSums }> {
  const { turns, before } = replay
  const first = Date.parse(turns[0]?.startedAt ?? '')
  if (before.turns > 0) {
    const { delivered, reread, raw } = before.tokens
    const added = { asked: 0, delivered, reread, raw }
    yield { kind: 'before', key: 'before', at: first, added, before }
  }
  let next = 0
  const prompt = (turn: ReplayTurn) => {
    const added = { ...NOTHING, asked: turn.promptTokens }
    return { kind: 'prompt' as const, key: turn.id, at: Date.parse(turn.startedAt), added, turn }
  }
  for (const step of replay.steps) {
    // A turn without a step is a prompt all the same.
    const until = turns.findIndex(({ id }) => id === step.turn)
    while (next <= until) {
      const turn = turns[next++]
      if (turn !== undefined) yield prompt(turn)
    }
    const at = Date.parse(step.at)
    if (step.kind === 'call') {
      const { arguments: asked, raw, delivered } = step.tokens
      const added = { asked, delivered, reread: 0, raw }
      yield { kind: 'call', key: step.id, at, added, call: step }
    } else {
      yield {
        kind: 'read',
        key: readKey(step.id),
        at,
        added: { ...NOTHING, reread: step.tokens },
        read: step,
      }
    }
  }
  for (const turn of turns.slice(next)) yield prompt(turn)
}

/** The moments of a replay in order, each with what the context held after it. */
export function runOf(replay: Replay): Run {
  const moments: Moment[] = []
  const byKey = new Map<string, number>()
  const since = new Map<string, number>()
  const reads = new Map<string, number[]>()
  let sums = NOTHING
  for (const step of stepsOf(replay)) {
    const index = moments.length
    sums = plus(sums, step.added)
    moments.push({ ...step, sums })
    byKey.set(step.key, index)
    if (step.kind === 'call') {
      if (!byKey.has(String(step.call.step))) byKey.set(String(step.call.step), index)
      for (const entry of step.call.entries) since.set(entry, index)
    } else if (step.kind === 'read') {
      const { entry } = step.read
      if (!since.has(entry)) since.set(entry, index)
      reads.set(entry, [...(reads.get(entry) ?? []), index])
    }
  }
  return {
    replay,
    moments,
    entries: new Map(replay.entries.map((entry) => [entry.id, entry])),
    indexOf: (key) => byKey.get(key) ?? -1,
    knownSince: (entry) => since.get(entry) ?? -1,
    readsOf: (entry) => reads.get(entry) ?? [],
  }
}
