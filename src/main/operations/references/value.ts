import { SpillwayError } from '../../../shared/errors.ts'
import type { Reference, Slice } from '../../policy/references/parse.ts'
import { isRecord, type ToolResult } from '../../policy/payload.ts'
import { effectivePolicy } from '../../policy/rule.ts'
import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'
import type { Content } from '../../store/protocol.ts'
import { textsOf } from '../payload-texts.ts'
import { findContent, type Reader } from '../reader.ts'
import { charRange, lineRange, planRead } from '../reading/plan.ts'
import type { Services } from '../services.ts'

/** All that one call's references may bring in together. */
export const MAX_BYTES = 64 * 1024 * 1024
export const TOO_LARGE = 'it is too large: references may bring in 64 MiB in all.'

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
  const { entry } = content
  if (path === null)
    return { text: await (slice ? sliceOf(services, content, slice) : wholeText(services, content)), entry }
  const text = await wholeText(services, content)
  const own = atPath(text, path)
  const found = 'value' in own ? own : within(await structuredOf(services, entry), path)
  return { text: cut(asText('value' in found ? found : own), slice), entry }
}

/** What a server said of the same result as structured content; undefined where it said nothing, or it is not kept. */
async function structuredOf({ store }: Services, id: string): Promise<unknown> {
  const call = (await store.read.entry({ id, client: null }))?.calls[0]
  if (!call) return undefined
  const bodies = await store.read.call({ id: call.id, client: null, whole: true })
  if (!bodies || bodies.result === null || bodies.pruned) return undefined
  return (parseJson(bodies.result) as ToolResult).structuredContent
}

async function wholeText({ store }: Services, content: Content): Promise<string> {
  const { chars, bytes } = content.sizes
  assertFits(bytes)
  if (chars !== null) return (await store.read.chars({ content, start: 0, end: chars })).text
  return Buffer.from(await store.read.bytes({ blob: content.blob, start: 0, end: bytes })).toString('base64')
}

/** The same offsets as a read: `lines` half-open from 1, `range` half-open from 0. */
async function sliceOf({ store }: Services, content: Content, { unit, start, end }: Slice): Promise<string> {
  const total = (unit === 'lines' ? content.sizes.lines : content.sizes.chars) ?? content.sizes.bytes
  const plan = planRead(content, { mode: unit, start, end: end ?? total + 1 })
  if (plan.kind === 'lines') {
    const slice = await store.read.lines({
      content,
      start: plan.start,
      end: plan.end,
      maxChars: MAX_BYTES,
    })
    assertFits(slice.stop - slice.start)
    return slice.text
  }
  // No character is less than a byte.
  if (plan.kind === 'chars' || plan.kind === 'bytes') assertFits(plan.end - plan.start)
  if (plan.kind === 'chars')
    return (await store.read.chars({ content, start: plan.start, end: plan.end })).text
  if (plan.kind !== 'bytes') throw new SpillwayError('internal', 'A slice is lines or a range.')
  const bytes = await store.read.bytes({ blob: content.blob, start: plan.start, end: plan.end })
  return Buffer.from(bytes).toString('base64')
}

/** Before it is read: it may be larger than the memory. */
function assertFits(bytes: number): void {
  if (bytes > MAX_BYTES) throw new SpillwayError('too_large', TOO_LARGE)
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
  if (path === null) return { text: cut(text, slice), entry }
  const inStructured = within(result.structuredContent, path)
  return {
    text: cut(asText('value' in inStructured ? inStructured : atPath(text, path)), slice),
    entry,
  }
}

/** The same offsets in a text that is at hand as a read has in an entry. */
function cut(text: string, slice: Slice | null): string {
  if (slice === null) return text
  const { unit, start, end } = slice
  if (unit === 'range') {
    const points = /[\ud800-\udfff]/.test(text) ? Array.from(text) : null
    const total = points?.length ?? text.length
    const range = charRange('range', { start, end: end ?? total }, total)
    return points ? points.slice(range.start, range.end).join('') : text.slice(range.start, range.end)
  }
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const range = lineRange({ start, end: end ?? lines.length + 1 }, lines.length)
  return lines.slice(range.start - 1, range.end - 1).join('')
}

type Path = readonly (string | number)[]

/** What is at a path; else why there is nothing. */
type Lookup = { readonly value: unknown } | { readonly missing: SpillwayError }

function atPath(text: string, path: Path): Lookup {
  try {
    return within(parseJson(text), path)
  } catch {
    const why = `the content is not JSON, so it has no ${written(path)}`
    return { missing: new SpillwayError('invalid_input', why) }
  }
}

function within(root: unknown, path: Path): Lookup {
  let node = root
  for (const [depth, key] of path.entries()) {
    node = memberOf(node, key)
    if (node === undefined)
      return {
        missing: new SpillwayError('not_found', `there is no ${written(path.slice(0, depth + 1))}`),
      }
  }
  return { value: node }
}

function memberOf(node: unknown, key: string | number): unknown {
  if (Array.isArray(node)) return /^\d+$/.test(String(key)) ? node[Number(key)] : undefined
  // Its own alone: `constructor` and the like are no content.
  return isPlain(node) && Object.hasOwn(node, key) ? node[String(key)] : undefined
}

/** A string itself, anything else as JSON with its numbers as they were spelled. @throws SpillwayError where there is nothing */
function asText(found: Lookup): string {
  if ('missing' in found) throw found.missing
  const { value } = found
  return typeof value === 'string' ? value : stringifyJson(value)
}

const isPlain = (node: unknown): node is Record<string, unknown> => isRecord(node) && numberOf(node) === null

const written = (path: readonly (string | number)[]) =>
  path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
