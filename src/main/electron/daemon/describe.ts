import type { DaemonState } from '../../../shared/preload.ts'

/** The daemon's state in a few words; names its version where that is not the app's. */
export function describeDaemon(state: DaemonState, appVersion: string): string {
  if (state.state === 'starting') return 'starting'
  if (state.state === 'down') return 'daemon is down'
  const place = `running at ${new URL(state.url).host}`
  return state.version === appVersion ? place : `${place}, version ${state.version}`
}
