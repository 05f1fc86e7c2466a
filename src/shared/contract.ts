import type { z } from 'zod'
import { accessOperations } from './contract/access.ts'
import { entriesOperations } from './contract/entries.ts'
import { recordingOperations } from './contract/recording.ts'
import { replayOperations } from './contract/replay.ts'
import { againOperations } from './contract/again.ts'
import { transcriptsOperations } from './contract/transcripts.ts'
import { turnsOperations } from './contract/turns.ts'
import { figuresOperations } from './contract/figures.ts'
import { cacheOperations } from './contract/cache.ts'
import { notesOperations } from './contract/notes.ts'
import { referencesOperations } from './contract/references.ts'
import { gatewayOperations } from './contract/gateway.ts'
import { importOperations } from './contract/import-servers.ts'
import { replayServerOperations } from './contract/replay-server.ts'
import { simulateOperations } from './contract/simulate.ts'
import { settingsOperations } from './contract/settings.ts'
import { demoOperations } from './contract/demo.ts'
import { shareOperations } from './contract/share.ts'

/**
 * Every operation of the public API, once. The daemon's routes, `openapi.json`, the CLI's client and the
 * renderer's client are all made from this table, so a name or a field is written in one place only.
 *
 * `access`: `public` needs no token, `client` takes a client's token (which sees only its own) or the
 * admin's, `admin` takes the admin's alone. A `:name` in a path is a field of the input.
 */
export const contract = {
  ...accessOperations,
  ...entriesOperations,
  ...recordingOperations,
  ...replayOperations,
  ...turnsOperations,
  ...transcriptsOperations,
  ...againOperations,
  ...figuresOperations,
  ...cacheOperations,
  ...notesOperations,
  ...referencesOperations,
  ...gatewayOperations,
  ...settingsOperations,
  ...importOperations,
  ...replayServerOperations,
  ...simulateOperations,
  ...demoOperations,
  ...shareOperations,
} as const

export type Contract = typeof contract
export type OperationName = keyof Contract
/** What a caller passes: defaults may be left out. */
export type OperationInput<N extends OperationName> = z.input<Contract[N]['input']>
/** What an operation receives: validated, defaults filled in. */
export type OperationArgs<N extends OperationName> = z.output<Contract[N]['input']>
export type OperationOutput<N extends OperationName> = z.output<Contract[N]['output']>
