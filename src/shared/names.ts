export const APP_NAME = 'spillway'
export const DEFAULT_PORT = 4774

/** `_meta` keys of our own, as in DESIGN.md section 4. */
export const META = {
  entry: 'spillway/entry',
  read: 'spillway/read',
  step: 'spillway/step',
  session: 'spillway/session',
  turn: 'spillway/turn',
  call: 'spillway/call',
  /** Of a call that a replay could not answer: why, and what is nearest. */
  replay: 'spillway/replay',
} as const

/** Request headers of our own, lower case. */
export const HEADER = {
  key: 'spillway-key',
  session: 'spillway-session',
  project: 'spillway-project',
  /** The folder that a bridge was started in, and so its servers are; the project may be above it. */
  folder: 'spillway-folder',
  /** Which upstream a bridge fronts alone. */
  server: 'spillway-server',
  /** `1`: the bridge's first line says what server to start for it alone. */
  wrap: 'spillway-wrap',
  /** Which replay a bridge speaks with. */
  replay: 'spillway-replay',
  /** `1`: a person looks, so the read is not counted as an agent's. */
  view: 'spillway-view',
} as const
