import type { z } from 'zod'
import type { exportInput } from '../../../shared/contract/share.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { patternsFor, type RedactionPattern } from '../../policy/redaction/patterns.ts'
import type { ExportFormat } from '../../store/share/formats.ts'
import type { ShareScope } from '../../store/share/scope.ts'
import { runExport } from '../../store/share/share-job.ts'
import { type Caller, type Services, visibleTo } from '../services.ts'

/** A file that was written for somebody, who removes it. */
export interface ExportedFile {
  readonly path: string
  readonly bytes: number
  /** To save it under. */
  readonly name: string
}

/**
 * One turn or session of the caller's as a file.
 * @throws SpillwayError `not_found`; `invalid_input` where it is to be redacted and no rule says how; `timeout`; the signal's reason
 */
export async function exportRecording(
  services: Services,
  caller: Caller,
  { format, redact, transfer, ...which }: z.output<typeof exportInput>,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { transfers, version, now } = services
  const { scope, title } = await scopeOf(services, caller, which)
  const order = {
    from: transfers.database,
    to: transfers.place(),
    scope,
    format,
    redact: redact ? everyPattern(services) : null,
    version,
    at: now(),
  }
  const done = await transfers.track(caller.client, transfer, signal, (watcher) => runExport(order, watcher))
  return { path: order.to, bytes: done.bytes, name: `${title}${ENDING[format]}` }
}

const ENDING: Readonly<Record<ExportFormat, string>> = {
  spillway: '.spillway',
  har: '.har',
  otlp: '.otlp.json',
}

async function scopeOf(
  { store }: Services,
  caller: Caller,
  { turn, session }: { turn?: string | undefined; session?: string | undefined },
): Promise<{ scope: ShareScope; title: string }> {
  const client = visibleTo(caller)
  if (turn !== undefined) {
    const found = await store.read.turn({ id: turn, client })
    if (!found) throw new SpillwayError('not_found', `There is no turn ${turn}.`)
    return { scope: { turn }, title: `turn-${found.number}-${turn}` }
  }
  const id = session ?? ''
  const found = await store.read.session({ id, client })
  if (!found) throw new SpillwayError('not_found', `There is no session ${id}.`)
  return { scope: { session: id }, title: `session-${id}` }
}

/** Whatever tool a rule is for: a text that leaves the house is quoted elsewhere too. */
function everyPattern({ config }: Services): RedactionPattern[] {
  const { detectors, rules } = config().redaction
  const everywhere = rules.map((rule) => ({ ...rule, tools: '*' }))
  const patterns = patternsFor({ detectors, rules: everywhere }, null, '')
  if (patterns.length > 0) return patterns
  throw new SpillwayError(
    'invalid_input',
    'There is no redaction rule to apply.',
    'Name detectors or rules under redaction in config.json.',
  )
}
