import type { Call } from '../../../shared/entry.ts'
import type { Turn } from '../../../shared/contract/recording.ts'
import { useServices } from '../../state/services.ts'
import { counted } from '../../ui/format.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'

interface TurnCommands {
  rename: (turn: Turn, title: string, prompt: string) => Promise<void>
  /** The call and what followed it become the next turn. */
  split: (turn: Turn, call: Call) => Promise<void>
  /** Takes the next turn in. */
  merge: (turn: Turn) => Promise<void>
}

/** The verbs of one turn, each saying what came of it and how to take it back. Events tell the lists. */
export function useTurnCommands(): TurnCommands {
  const { client } = useServices()

  async function trying(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      notifyFailure(failure, error)
    }
  }
  const update = (id: string, title: string | null, prompt: string | null) =>
    trying('The turn was not renamed', async () => {
      await client.call('updateTurn', { id, title, prompt })
    })
  const undoing = (run: () => Promise<void>) => ({ label: 'Undo', run: () => void run() })

  return {
    async rename({ id, number, title, prompt }, newTitle, newPrompt) {
      await update(id, newTitle.trim() || null, newPrompt.trim() || null)
      notify({ title: `Turn ${number} renamed`, action: undoing(() => update(id, title, prompt)) })
    },
    split: (turn, { id: call, step }) =>
      trying('The turn was not split', async () => {
        const { next } = await client.call('splitTurn', { id: turn.id, call })
        const undo = () =>
          trying('The turns were not merged again', async () => {
            await client.call('mergeTurns', { id: turn.id })
          })
        notify({
          title: `Turn ${next.number} begins with step ${step}`,
          description: `It has ${counted(next.calls, 'call')}.`,
          action: undoing(undo),
        })
      }),
    merge: (turn) =>
      trying('The turns were not merged', async () => {
        const { merged, firstCall } = await client.call('mergeTurns', { id: turn.id })
        const undo = () =>
          trying('The turns were not parted again', async () => {
            const { title, prompt } = merged
            if (firstCall === null) return
            await client.call('splitTurn', { id: turn.id, call: firstCall, title, prompt })
            await client.call('updateTurn', { id: turn.id, title: turn.title, prompt: turn.prompt })
          })
        notify({
          title: `Turn ${merged.number} is part of turn ${turn.number} now`,
          description: `It had ${counted(merged.calls, 'call')}.`,
          ...(firstCall === null ? {} : { action: undoing(undo) }),
        })
      }),
  }
}
