import { SpillwayError } from '../../../shared/errors.ts'
import type { ConfirmationData, ResolvedData } from '../../../shared/event.ts'
import type { ActiveSession, Step } from '../../recording/active-session.ts'
import { parseReferences } from '../../policy/references/parse.ts'
import { isRecord } from '../../policy/payload.ts'
import { resolveRule } from '../../policy/rule.ts'
import type { Services } from '../services.ts'
import { type Resolved, resolveReferences } from './resolve.ts'

/** A call on its way to an upstream. */
export interface OutgoingCall {
  readonly session: ActiveSession
  readonly step: Step
  readonly server: string
  readonly tool: string
  /** The tool as its server lists it; null where that is not known. */
  readonly definition: Record<string, unknown> | null
  readonly arguments: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * The arguments with their references replaced, after whatever the policy asks for; nothing is sent upstream before that.
 * @throws SpillwayError naming the reference that cannot be resolved; `forbidden` where the policy or a person refused
 */
export async function resolveArguments(services: Services, call: OutgoingCall): Promise<unknown> {
  const references = referencesIn(call.arguments)
  if (references.length === 0) return unescaped(call.arguments)
  const { server, tool, session, step } = call
  const mode = resolveRule(services.config().policy, server, tool).references ?? usual(call.definition)
  if (mode === 'off')
    throw new SpillwayError(
      'forbidden',
      `${server}.${tool} may not get stored values by reference (policy references: off).`,
    )
  if (mode === 'ask') await confirm(services, call, references)
  const reader = { client: session.client, session: session.id, project: session.projectId, turn: step.turn }
  const { value, resolved } = await resolveReferences(
    services,
    reader,
    call.arguments,
    call.definition?.['inputSchema'],
  )
  await announce(services, call, resolved)
  return value
}

/** A tool that says that it reaches the outside world and does more than read is asked about first. */
function usual(definition: OutgoingCall['definition']): 'allow' | 'ask' {
  const annotations = definition?.['annotations']
  if (!isRecord(annotations)) return 'allow'
  return annotations['openWorldHint'] === true && annotations['readOnlyHint'] !== true ? 'ask' : 'allow'
}

function referencesIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value.includes('{{')
      ? parseReferences(value).flatMap((piece) => ('reference' in piece ? [piece.reference.text] : []))
      : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(referencesIn)
}

/** Without references the arguments go on as they came, but for escaped braces. */
function unescaped(value: unknown): unknown {
  if (typeof value === 'string')
    return value.includes('\\{{')
      ? parseReferences(value)
          .map((piece) => ('literal' in piece ? piece.literal : piece.reference.text))
          .join('')
      : value
  if (Array.isArray(value)) return value.map(unescaped)
  if (!isRecord(value) || Object.getPrototypeOf(value) === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unescaped(member)]))
}

async function confirm(
  services: Services,
  { session, step, server, tool, signal }: OutgoingCall,
  references: string[],
): Promise<void> {
  const { id, answered } = services.confirmations.ask({ server, tool, references }, signal)
  const place = { client: session.client, session: session.id, turn: step.turn, step: step.step }
  const data: ConfirmationData = { id, server, tool, references }
  await services.store.write.appendEvent({ at: services.now(), type: 'confirmation.asked', ...place, data })
  const allowed = await answered
  await services.store.write.appendEvent({
    at: services.now(),
    type: 'confirmation.answered',
    ...place,
    data: { ...data, allowed },
  })
  if (allowed === true) return
  throw new SpillwayError(
    'forbidden',
    allowed === false
      ? `A person refused to hand stored values to ${server}.${tool}.`
      : `Nobody confirmed in time that ${server}.${tool} may get stored values.`,
    'Open the app to confirm, or set references: allow for this tool in the policy.',
  )
}

async function announce(
  services: Services,
  { session, step, server, tool }: OutgoingCall,
  resolved: Resolved[],
): Promise<void> {
  await services.store.write.appendEvent({
    at: services.now(),
    type: 'reference.resolved',
    client: session.client,
    session: session.id,
    turn: step.turn,
    step: step.step,
    entry: resolved.find(({ entry }) => entry !== null)?.entry ?? null,
    data: { server, tool, resolved } satisfies ResolvedData,
  })
}
