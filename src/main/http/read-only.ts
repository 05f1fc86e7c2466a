import type { OperationName } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import type { Services } from '../operations/services.ts'

/** Sent with a body, yet they change nothing that is stored. */
const READS: ReadonlySet<string> = new Set([
  'readEntry',
  'createLoginCode',
  'simulate',
  'startReplay',
  'stopReplay',
])

/** @throws SpillwayError `forbidden` for whatever would change a recording that is open read-only */
export function assertWritable({ viewing }: Services, method: string, name?: OperationName): void {
  if (viewing === null || method === 'GET' || method === 'HEAD' || READS.has(name ?? '')) return
  throw new SpillwayError(
    'forbidden',
    `${viewing.state.name} is open read-only.`,
    'Import it with spillway import to work with it.',
  )
}
