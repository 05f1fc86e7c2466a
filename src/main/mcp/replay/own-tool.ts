import { SpillwayError } from '../../../shared/errors.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import type { ActiveSession } from '../../recording/active-session.ts'
import { orErrorResult, scratchpadTool } from '../scratchpad/index.ts'
import { scratchpadList } from '../scratchpad/list.ts'
import { scratchpadRead } from '../scratchpad/read.ts'
import type { ReadingSession } from '../scratchpad/reading-session.ts'
import { scratchpadSearch } from '../scratchpad/search.ts'
import type { Replay } from './replay.ts'

/**
 * Our own tools in a replay: the recorded entries are read as they were then, and none of it counts as a read of the recording. What
 * the agent writes goes into its own session, and is found there before what was recorded.
 * @returns null for a tool that is none of ours
 */
export function replayedOwnTool(
  replay: Replay,
  name: string,
): ((services: Services, session: ActiveSession, args: unknown) => Promise<ToolResult>) | null {
  const own = scratchpadTool(name)
  const { raw, recording } = replay.options
  // Under today's policy the results are the run's own entries.
  if (!own || (raw && name !== 'scratchpad_read')) return own
  return (services, session, args) => {
    const recorded: ReadingSession = { ...recording.reader, currentTurn: replay.run(session.id).turn }
    switch (name) {
      case 'scratchpad_read':
        return orErrorResult(() =>
          scratchpadRead(services, session, args).catch((error: unknown) => {
            if (!(error instanceof SpillwayError && error.code === 'not_found')) throw error
            return scratchpadRead(recording.services, recorded, args, false)
          }),
        )
      case 'scratchpad_list':
        return orErrorResult(() => scratchpadList(recording.services, recorded, args))
      case 'scratchpad_search':
        return orErrorResult(() => scratchpadSearch(recording.services, recorded, args, false))
      default:
        return own(services, session, args)
    }
  }
}
