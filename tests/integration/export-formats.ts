import { z } from 'zod'

/** HAR 1.2, as far as viewers insist on it. */
export const har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    pages: z.array(
      z.object({
        id: z.string(),
        startedDateTime: z.iso.datetime(),
        title: z.string(),
        pageTimings: z.object({ onContentLoad: z.number(), onLoad: z.number() }),
      }),
    ),
    entries: z.array(
      z.object({
        pageref: z.string(),
        startedDateTime: z.iso.datetime(),
        time: z.number(),
        request: z.object({
          method: z.string(),
          url: z.url(),
          postData: z.object({ mimeType: z.string(), text: z.string() }),
          headersSize: z.int(),
          bodySize: z.int(),
        }),
        response: z.object({
          status: z.int(),
          content: z.object({ size: z.int(), mimeType: z.string(), text: z.string() }),
        }),
        timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
        _spillway: z.looseObject({ tool: z.string() }),
      }),
    ),
  }),
})

const int64 = z.string().regex(/^-?\d{1,19}$/)
const attributes = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.union([
      z.strictObject({ stringValue: z.string() }),
      z.strictObject({ boolValue: z.boolean() }),
      z.strictObject({ intValue: int64 }),
      z.strictObject({ doubleValue: z.number() }),
    ]),
  }),
)

/** ExportTraceServiceRequest in the JSON mapping that OTLP 1.x prescribes: ids in hex, enums as numbers, 64-bit numbers as strings. */
export const otlp = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      schemaUrl: z.url(),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          schemaUrl: z.url(),
          spans: z.array(
            z.strictObject({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z
                .string()
                .regex(/^[0-9a-f]{16}$/)
                .optional(),
              name: z.string().min(1),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: int64,
              endTimeUnixNano: int64,
              attributes,
              status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
})
