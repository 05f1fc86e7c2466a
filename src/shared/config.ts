import { z } from 'zod'
import { DEFAULT_PORT } from './names.ts'
import { contentKind } from './entry.ts'
import { redactionConfig } from './redaction.ts'
import { telemetryConfig } from './telemetry.ts'
import { summaryConfig } from './summary.ts'

/** What a policy may do with one result. `auto` weighs size and tokens; the others are orders. */
export const policyAction = z.enum(['auto', 'inline', 'offload'])
export const previewStyle = z.enum(['auto', 'head-tail', 'terse', 'none'])

const positive = z.int().positive()

export const toolRule = z.strictObject({
  action: policyAction.optional(),
  thresholdBytes: z.int().min(0).optional(),
  previewTokens: positive.optional(),
  previewStyle: previewStyle.optional(),
  ttlSeconds: positive.optional(),
  record: z.boolean().optional(),
  /** Images and audio stay inline unless a rule says otherwise. */
  media: z.enum(['inline', 'offload']).optional(),
  enabled: z.boolean().optional(),
  /** May a call's arguments hold references? By default yes, but `ask` for tools that say they change the outside world. */
  references: z.enum(['allow', 'ask', 'off']).optional(),
})
export type ToolRule = z.infer<typeof toolRule>

export const policyConfig = z.strictObject({
  preset: z.enum(['default', 'metnos', 'amalfa', 'coding-agent']).default('default'),
  action: policyAction.optional(),
  thresholdBytes: z.int().min(0).optional(),
  previewTokens: positive.optional(),
  previewStyle: previewStyle.optional(),
  readMaxChars: positive.optional(),
  isolation: z.enum(['session', 'turn']).optional(),
  /** Our own tools appear only once a session has something to read (M10). */
  hideToolsUntilOffload: z.boolean().default(false),
  tools: z.record(z.string(), toolRule).default({}),
})
export type PolicyConfig = z.infer<typeof policyConfig>

const upstreamCommon = {
  enabled: z.boolean().default(true),
  /** How most clients spell `enabled: false`. */
  disabled: z.boolean().optional(),
  /** Where given, agents see and may call these alone: names, or globs. */
  enabledTools: z.array(z.string().min(1)).optional(),
  /** Tools that agents neither see nor may call: names, or globs. */
  disabledTools: z.array(z.string().min(1)).optional(),
  /** One instance for all sessions instead of one per session. */
  shared: z.boolean().default(false),
  /** How long one call may take. */
  timeoutSeconds: positive.default(300),
}

export const stdioUpstream = z.looseObject({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
  ...upstreamCommon,
})
/** How to log in to a server that does not take clients which register themselves. */
export const upstreamOauth = z.looseObject({
  /** Of a client that was registered by hand. */
  clientId: z.string().min(1).optional(),
  /** Its secret, or `${NAME}` for what the daemon's environment has under that name. */
  clientSecret: z.string().min(1).optional(),
  /** An https address where this client is described, which is its id then (Client ID Metadata Documents). */
  clientMetadataUrl: z.url({ protocol: /^https$/ }).optional(),
  /** Asked for in the place of what the server wants. */
  scopes: z.array(z.string().min(1)).optional(),
})
export type UpstreamOauth = z.infer<typeof upstreamOauth>

export const httpUpstream = z.looseObject({
  type: z.enum(['http', 'streamable-http']).optional(),
  url: z.url(),
  headers: z.record(z.string(), z.string()).default({}),
  oauth: upstreamOauth.optional(),
  ...upstreamCommon,
})
export const upstreamConfig = z.union([stdioUpstream, httpUpstream])
export type StdioUpstreamConfig = z.infer<typeof stdioUpstream>
export type HttpUpstreamConfig = z.infer<typeof httpUpstream>
export type UpstreamConfig = z.infer<typeof upstreamConfig>

/** Also the part of a tool's public name before `__`. */
export const upstreamName = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'letters, digits, - and _, at most 40')

/** `config.json`. Everything has a default, so `{}` is a complete configuration. */
export const config = z.strictObject({
  $schema: z.string().optional(),
  mcpServers: z.record(upstreamName, upstreamConfig).default({}),
  policy: policyConfig.prefault({}),
  /** Whether results are taken at all. What is left out reaches the agent as it came, and nothing is kept of it. */
  capture: z
    .strictObject({
      paused: z.boolean().default(false),
      /** Globs on `server.tool` whose results are never taken. */
      exclude: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  notes: z.strictObject({ defaultScope: z.enum(['session', 'project']).default('session') }).prefault({}),
  recording: z
    .strictObject({ enabled: z.boolean().default(true), ttlSeconds: positive.default(604_800) })
    .prefault({}),
  retention: z
    .strictObject({
      maxBytes: positive.default(1_073_741_824),
      /** New content over this is delivered whole and not stored; by default twice `maxBytes`. */
      hardMaxBytes: positive.optional(),
      turnTtlSeconds: positive.default(3_600),
      sessionTtlSeconds: positive.default(86_400),
      projectTtlSeconds: positive.default(2_592_000),
      /** The life of results by their kind of content, in seconds; a tool's own rule comes first. */
      kinds: z.partialRecord(contentKind, positive).default({}),
    })
    .prefault({}),
  /** Off unless something is named. */
  redaction: redactionConfig.prefault({}),
  /** Off unless there is one. */
  summary: summaryConfig.optional(),
  /** Off unless there is an endpoint. */
  telemetry: telemetryConfig.prefault({}),
  server: z.strictObject({ port: z.int().min(0).max(65_535).default(DEFAULT_PORT) }).prefault({}),
})
export type Config = z.infer<typeof config>
/** What a person writes: every part optional. */
export type ConfigInput = z.input<typeof config>
