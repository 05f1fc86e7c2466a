import { createHash } from 'node:crypto'

/** A value of an attribute in the JSON form of OTLP: 64-bit numbers are strings there. */
type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }

export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

/** opentelemetry.proto.trace.v1.Span in its JSON form: ids in hex, times in nanoseconds since 1970 as strings. */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly KeyValue[]
  readonly status: { readonly code: number; readonly message?: string }
}

export const SPAN_KIND = { internal: 1, client: 3 } as const
export const STATUS = { unset: 0, error: 2 } as const

/** Attributes of what there is; null and undefined are left out. */
export function attributesOf(
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: string | number | boolean): AnyValue {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** The same id always becomes the same one, so that a file and what was sent live speak of the same spans. */
export const traceIdOf = (session: string): string => digest(session, 32)
export const spanIdOf = (id: string): string => digest(id, 16)

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** @param ms since 1970, with a fraction where there is one */
export const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

/** The names of attributes follow this version of the semantic conventions (generative AI is still in development there). */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0'

/** Everything around the spans of one request or file. */
export function envelope(version: string, spans: readonly OtlpSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'spillway', 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'spillway', version }, spans, schemaUrl: SCHEMA_URL }],
        schemaUrl: SCHEMA_URL,
      },
    ],
  }
}
