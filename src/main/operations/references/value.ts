import { reasonOf, SpillwayError } from '../../../shared/errors.ts'
import type { Reference, Slice } from '../../policy/references/parse.ts'
import { isRecord, type ToolResult } from '../../policy/payload.ts'
import { effectivePolicy } from '../../policy/rule.ts'
import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'
import type { Content } from '../../store/protocol.ts'
import { textsOf } from '../payload-texts.ts'
import { findContent, type Reader } from '../reader.ts'
import { planRead } from '../reading/plan.ts'
import type { Services } from '../services.ts'

export interface FoundValue {
  readonly text: string
  readonly entry: string | null
}

/** The full stored value of a reference, as text. @throws SpillwayError whose message names the reference */
export async function referencedValue(
  services: Services,
  reader: Reader,
  reference: Reference,
): Promise<FoundValue> {
  try {
    return 'id' in reference.source
      ? await ofEntry(services, await findContent(services, reader, reference.source.id), reference)
      : await ofStep(services, reader, reference.source.step, reference)
  } catch (error) {
    if (error instanceof SpillwayError)
      throw new SpillwayError(error.code, `${reference.text}: ${error.message}`, error.hint)
    throw error
  }
}

async function ofEntry(
  services: Services,
  content: Content,
  { path, slice }: Reference,
): Promise<FoundValue> {
  if (slice && path === null) return { text: await sliceOf(services, content, slice), entry: content.entry }
  const text = await wholeText(services, content)
  return { text: path === null ? text : member(text, undefined, path), entry: content.entry }
}

async function wholeText({ store }: Services, content: Content): Promise<string> {
  const { chars, bytes } = content.sizes
  if (chars !== null) return (await store.read.chars({ content, start: 0, end: chars })).text
  return Buffer.from(await store.read.bytes({ blob: content.blob, start: 0, end: bytes })).toString('base64')
}

/** The same offsets as a read: `lines` half-open from 1, `range` half-open from 0. */
async function sliceOf({ store }: Services, content: Content, { unit, start, end }: Slice): Promise<string> {
  const total = (unit === 'lines' ? content.sizes.lines : content.sizes.chars) ?? content.sizes.bytes
  const plan = planRead(content, { mode: unit, start, end: end ?? total + 1 })
  if (plan.kind === 'lines')
    return (await store.read.lines({ content, start: plan.start, end: plan.end, maxChars: Infinity })).text
  if (plan.kind === 'chars')
    return (await store.read.chars({ content, start: plan.start, end: plan.end })).text
  if (plan.kind !== 'bytes') throw new SpillwayError('internal', 'A slice is lines or a range.')
  const bytes = await store.read.bytes({ blob: content.blob, start: plan.start, end: plan.end })
  return Buffer.from(bytes).toString('base64')
}

/** A step of the current turn; where that has none of the number, the newest one of the session that has. */
async function ofStep(
  { store, config }: Services,
  reader: Reader,
  step: number,
  { path, slice }: Reference,
): Promise<FoundValue> {
  const onlyTurn = effectivePolicy(config().policy).isolation === 'turn'
  const found =
    reader.session === null
      ? null
      : await store.read.step({ session: reader.session, turn: reader.turn, step, onlyTurn })
  if (!found) throw new SpillwayError('not_found', `There is no step ${step} in this session.`)
  if (found.result === null || found.pruned)
    throw new SpillwayError('expired', `The result of step ${step} is not kept any more.`)
  const result = parseJson(found.result) as ToolResult
  const text = textsOf(result).join('\n')
  const entry = found.entries[0] ?? null
  if (path !== null) return { text: member(text, result.structuredContent, path), entry }
  return { text: slice === null ? text : sliceText(text, slice), entry }
}

function sliceText(text: string, { unit, start, end }: Slice): string {
  if (unit === 'range') {
    const points = Array.from(text)
    return points.slice(start, end ?? points.length).join('')
  }
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const from = start < 0 ? lines.length + start : start - 1
  return lines.slice(from, end === null ? lines.length : end - 1).join('')
}

/** What a path names, as text: a string itself, anything else as JSON with its numbers as they were spelled. */
function member(text: string, structured: unknown, path: readonly (string | number)[]): string {
  let node: unknown = structured
  if (node === undefined) {
    try {
      node = parseJson(text)
    } catch (error) {
      throw new SpillwayError(
        'invalid_input',
        `the content is not JSON, so it has no ${written(path)} (${reasonOf(error)})`,
      )
    }
  }
  for (const [depth, key] of path.entries()) {
    const next: unknown = Array.isArray(node)
      ? node[Number(key)]
      : isPlain(node)
        ? node[String(key)]
        : undefined
    if (next === undefined)
      throw new SpillwayError('not_found', `there is no ${written(path.slice(0, depth + 1))}`)
    node = next
  }
  return typeof node === 'string' ? node : stringifyJson(node)
}

const isPlain = (node: unknown): node is Record<string, unknown> => isRecord(node) && numberOf(node) === null

const written = (path: readonly (string | number)[]) =>
  path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
