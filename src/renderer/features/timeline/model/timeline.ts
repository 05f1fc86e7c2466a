import type { OperationOutput } from '../../../../shared/contract.ts'
import type {
  Event,
  ReadTokensData,
  ResolvedData,
  TokensData,
  TurnData,
  TurnUpdatedData,
} from '../../../../shared/event.ts'
import { groupKey, readKey, readRow, stepKey, stepRow } from './from-event.ts'
import { TurnGroup } from './group.ts'
import type { ItemRow, ReadRow, StepRow, TurnRow } from './row.ts'

/** What a later event may say of a row. */
type Facts = Partial<
  Pick<StepRow, 'tokensRaw' | 'tokensDelivered' | 'pinned' | 'gone' | 'reads' | 'resolved'> &
    Pick<ReadRow, 'tokens'>
>

/**
 * The timeline as rows, kept up to date event by event: an event costs the row it touches, never a rebuild.
 * Events may come in any order (live ones at the end, pages of history at the front) and twice.
 */
export class Timeline {
  /** Newest turn first. */
  readonly groups: TurnGroup[] = []
  /** How many steps and reads there are. */
  size = 0
  /** The row with the highest sequence number. */
  newest: ItemRow | null = null
  private readonly groupsByKey = new Map<string, TurnGroup>()
  private readonly rows = new Map<string, ItemRow>()
  private readonly stepOfEntry = new Map<string, string>()
  /** Reads whose step is not known here (yet): history may bring it. */
  private readonly strayReads = new Map<string, Set<string>>()
  /** What events told of a row, by call, entry or read: the row itself may come later, with a page of history. */
  private readonly learned = new Map<string, { seq: number; facts: Facts }>()
  private unsorted = false

  /** Takes events in; returns the rows that are new. */
  apply(events: readonly Event[]): ItemRow[] {
    const added: ItemRow[] = []
    for (const event of events) {
      const row = this.take(event)
      if (row !== null) added.push(row)
    }
    if (this.unsorted) {
      this.groups.sort((a, b) => b.firstSeq - a.firstSeq)
      this.unsorted = false
    }
    return added
  }

  /** Takes in calls that a search found, with what became of them: the events that told of it may not be known here. */
  applyFound(items: OperationOutput<'findCalls'>['items']): void {
    this.apply(items.map(({ event }) => event))
    for (const { event, ...facts } of items) {
      const key = String(event.data['call'])
      const row = this.rows.get(key)
      if (row?.kind === 'step' && row.seq === event.seq) this.change(key, facts)
    }
  }

  /** Forgets the rows before a sequence number: what a search found lies there with gaps between. */
  dropBefore(seq: number): void {
    for (const group of this.groups.filter(({ firstSeq }) => firstSeq < seq)) {
      for (const row of group.rows.filter((row) => row.seq < seq)) {
        group.remove(row)
        this.forget(row)
      }
      const [first] = group.rows
      if (first === undefined) this.groupsByKey.delete(group.head.key)
      else group.firstSeq = Math.max(group.firstSeq, Math.min(first.seq, seq))
    }
    const kept = this.groups.filter(({ head }) => this.groupsByKey.has(head.key))
    this.groups.splice(0, this.groups.length, ...kept)
  }

  row(key: string): ItemRow | undefined {
    return this.rows.get(key)
  }

  group(key: string): TurnGroup | undefined {
    return this.groupsByKey.get(key)
  }

  /** The row of the step that stored an entry. */
  stepOf(entry: string): StepRow | undefined {
    const row = this.rows.get(this.stepOfEntry.get(entry) ?? '')
    return row?.kind === 'step' ? row : undefined
  }

  /** The first sequence number that is still held whole: history goes on before it. */
  oldestSeq(): number {
    return this.groups.at(-1)?.rows[0]?.seq ?? 1
  }

  /** Forgets the oldest rows over `limit`, so that a page left open for days keeps its memory. */
  trim(limit: number): void {
    while (this.size > limit) {
      const oldest = this.groups.at(-1)
      const row = oldest?.rows[0]
      if (oldest === undefined) return
      if (row === undefined) {
        this.groups.pop()
        this.groupsByKey.delete(oldest.head.key)
      } else {
        oldest.remove(row)
        this.forget(row)
      }
    }
  }

  private take(event: Event): ItemRow | null {
    switch (event.type) {
      case 'turn.started': {
        const { number, prompt, title } = event.data as TurnData
        this.groupFor(event).describe({ number, prompt, title })
        return null
      }
      case 'turn.updated':
        this.regroup(event, event.data as TurnUpdatedData)
        return null
      case 'call.tokens': {
        const { call, tokensRaw, tokensDelivered } = event.data as TokensData
        this.learn(event.seq, call, call, { tokensRaw, tokensDelivered })
        return null
      }
      case 'entry.read':
        return this.addRead(event)
      case 'read.tokens': {
        const { read, tokens } = event.data as ReadTokensData
        this.learn(event.seq, readKey(read), readKey(read), { tokens })
        return null
      }
      case 'reference.resolved': {
        // Told before the call, so live its row takes it up when it comes; a page of history may bring it later.
        if (event.step === null) return null
        const { resolved } = event.data as ResolvedData
        const known = this.group(groupKey(event))?.rows.find(
          (row) => row.kind === 'step' && row.step === event.step,
        )
        this.learn(event.seq, stepKey(event), known?.key, { resolved: resolved.length })
        return null
      }
      case 'entry.changed': {
        const { pinned } = event.data
        if (typeof pinned === 'boolean') this.learnOfEntry(event.seq, event.entry, { pinned })
        return null
      }
      case 'entry.deleted':
        this.learnOfEntry(event.seq, event.entry, { gone: true })
        return null
      case 'retention.pruned':
        for (const id of Array.isArray(event.data['ids']) ? event.data['ids'] : []) {
          this.learnOfEntry(event.seq, String(id), { gone: true })
        }
        return null
      default:
        return this.addStep(event)
    }
  }

  private addStep(event: Event): ItemRow | null {
    const bare = stepRow(event)
    if (bare === null || this.rows.has(bare.key)) return null
    const row = this.withLearned(bare, [stepKey(event), bare.call, ...bare.entries.map(({ id }) => id)])
    const group = this.groupFor(event)
    const { turnNumber } = event.data as { turnNumber?: number }
    if (group.head.number === null && turnNumber !== undefined) group.describe({ number: turnNumber })
    this.add(row, group)
    for (const { id } of row.entries) {
      this.stepOfEntry.set(id, row.key)
      this.adoptReads(id, row)
    }
    return row
  }

  private addRead(event: Event): ItemRow | null {
    const step = this.stepOf(event.entry ?? '')
    const near = step !== undefined && step.group === groupKey(event)
    const bare = readRow(event, near ? step.anchor : event.seq)
    if (this.rows.has(bare.key)) return null
    const row = this.withLearned(bare, [bare.key])
    this.add(row, this.groupFor(event))
    if (step !== undefined) this.change(step.key, { reads: step.reads + 1 })
    else if (event.entry !== null) this.stray(event.entry, row)
    return row
  }

  private stray(entry: string, row: ReadRow): void {
    const waiting = this.strayReads.get(entry) ?? new Set()
    this.strayReads.set(entry, waiting.add(row.key))
  }

  /** The step of reads that were known before it: they move under it where they share its turn. */
  private adoptReads(entry: string, step: StepRow): void {
    const waiting = this.strayReads.get(entry)
    if (waiting === undefined) return
    this.strayReads.delete(entry)
    this.change(step.key, { reads: waiting.size })
    for (const key of waiting) {
      const read = this.rows.get(key)
      if (read !== undefined && read.group === step.group)
        this.replace(read, { ...read, anchor: step.anchor })
    }
  }

  /** A turn was renamed, split or merged: rows that lie in it now move there, and its session counts anew. */
  private regroup(event: Event, { number, prompt, title, moved, numbers = {} }: TurnUpdatedData): void {
    const keys = [...(moved?.calls ?? []), ...(moved?.reads ?? []).map(readKey)]
    const rows = keys
      .flatMap((key) => this.rows.get(key) ?? [])
      .filter((row) => row.group !== groupKey(event))
    // It is ordered by what lies in it, not by when it was changed.
    const [first] = rows.toSorted((a, b) => a.seq - b.seq)
    const group =
      first === undefined ? this.group(groupKey(event)) : this.groupFor({ ...event, seq: first.seq })
    for (const row of rows) {
      const there = { ...row, group: groupKey(event) }
      this.group(row.group)?.remove(row)
      group?.insert(there)
      this.rows.set(row.key, there)
    }
    group?.describe({ number, prompt, title })
    for (const [turn, counted] of Object.entries(numbers)) this.group(turn)?.describe({ number: counted })
  }

  private learnOfEntry(seq: number, entry: string | null, facts: Facts): void {
    if (entry !== null) this.learn(seq, entry, this.stepOfEntry.get(entry), facts)
  }

  private learn(seq: number, subject: string, key: string | undefined, facts: Facts): void {
    const last = this.learned.get(subject)
    // History comes backwards: what an older event says must not undo a newer one.
    if (last !== undefined && last.seq > seq) return
    this.learned.set(subject, { seq, facts: { ...last?.facts, ...facts } })
    this.change(key, facts)
  }

  private withLearned<R extends ItemRow>(row: R, subjects: readonly string[]): R {
    return subjects.reduce((known, subject) => ({ ...known, ...this.learned.get(subject)?.facts }), row)
  }

  private change(key: string | undefined, facts: Facts): void {
    const row = this.rows.get(key ?? '')
    if (row !== undefined) this.replace(row, { ...row, ...facts })
  }

  private replace(old: ItemRow, row: ItemRow): void {
    const group = this.groupsByKey.get(old.group)
    group?.remove(old)
    group?.insert(row)
    this.rows.set(row.key, row)
  }

  private add(row: ItemRow, group: TurnGroup): void {
    group.insert(row)
    this.rows.set(row.key, row)
    this.size++
    if (this.newest === null || row.seq > this.newest.seq) this.newest = row
  }

  private forget(row: ItemRow): void {
    this.rows.delete(row.key)
    this.size--
    this.learned.delete(row.key)
    if (row.kind === 'read') {
      if (row.entry !== null) this.strayReads.get(row.entry)?.delete(row.key)
      return
    }
    for (const { id } of row.entries) {
      this.stepOfEntry.delete(id)
      this.learned.delete(id)
    }
  }

  private groupFor(event: Event): TurnGroup {
    const key = groupKey(event)
    let group = this.groupsByKey.get(key)
    if (group === undefined) {
      const head: TurnRow = {
        kind: 'turn',
        key,
        turn: event.turn,
        session: event.session,
        number: null,
        prompt: null,
        title: null,
        calls: 0,
        saved: 0,
      }
      group = new TurnGroup(head, event.seq)
      this.groupsByKey.set(key, group)
      this.groups.push(group)
      this.unsorted = true
    } else if (event.seq < group.firstSeq) {
      group.firstSeq = event.seq
      this.unsorted = true
    }
    return group
  }
}
