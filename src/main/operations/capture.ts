import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import type { Caller, Services } from './services.ts'

type Capture = OperationOutput<'getCapture'>

export const getCapture = ({ config }: Services): Capture => config().capture

/** Pauses everything, or leaves one server or tool out. In the configuration: who paused means it, over a restart too. */
export function pauseCapture(
  services: Services,
  _caller: Caller,
  which: OperationArgs<'pauseCapture'>,
): Capture {
  const glob = globOf(which)
  const { exclude } = services.config().capture
  if (glob === null) services.settings.edit([{ path: ['capture', 'paused'], value: true }])
  else services.settings.edit([{ path: ['capture', 'exclude'], value: [...new Set([...exclude, glob])] }])
  return getCapture(services)
}

/** Ends the pause of everything (what is left out stays so), or takes one server or tool in again. */
export function resumeCapture(
  services: Services,
  _caller: Caller,
  which: OperationArgs<'resumeCapture'>,
): Capture {
  const glob = globOf(which)
  const { exclude } = services.config().capture
  if (glob === null) services.settings.edit([{ path: ['capture', 'paused'], value: undefined }])
  else if (!exclude.includes(glob))
    throw new SpillwayError(
      'not_found',
      `${glob} is not left out.`,
      exclude.length === 0 ? 'Nothing is.' : `Left out: ${exclude.join(', ')}.`,
    )
  else {
    const left = exclude.filter((each) => each !== glob)
    services.settings.edit([{ path: ['capture', 'exclude'], value: left.length > 0 ? left : undefined }])
  }
  return getCapture(services)
}

/** A glob on `server.tool`; null: everything. */
function globOf({ server, tool }: { server?: string | undefined; tool?: string | undefined }): string | null {
  if (server === undefined) return tool ?? null
  return `${server}.${tool ?? '*'}`
}
