import { z } from 'zod'

/** Where OpenTelemetry spans of what agents do are sent. Off unless there is an endpoint. */
export const telemetryConfig = z.strictObject({
  /** An OTLP/HTTP receiver; `/v1/traces` is added where it does not end so. */
  otlpEndpoint: z.url({ protocol: /^https?$/ }).optional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Prompts, arguments and results go along too. */
  content: z.boolean().default(false),
})
export type TelemetryConfig = z.infer<typeof telemetryConfig>
