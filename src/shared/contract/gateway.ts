import { z } from 'zod'
import { upstreamName } from '../config.ts'
import { operation } from './operation.ts'

export const upstreamStatus = z.object({
  name: z.string(),
  transport: z.enum(['stdio', 'http']),
  state: z.enum(['disabled', 'idle', 'starting', 'ready', 'failed']),
  /** Why it failed, in a sentence. */
  error: z.string().nullable(),
  /** How many agents may use; null before the first time. */
  tools: z.int().nullable(),
  /** As configured, names or globs: those that are on; null where all are. */
  enabledTools: z.array(z.string()).nullable().default(null),
  /** And those that are off. */
  disabledTools: z.array(z.string()).default([]),
  instances: z.int(),
  calls: z.int(),
  errors: z.int(),
  /** Milliseconds, over the last calls since the daemon started; null before the first. */
  latency: z.object({ p50: z.number(), p95: z.number() }).nullable().default(null),
})
export type UpstreamStatus = z.infer<typeof upstreamStatus>

export const offeredTool = z.object({
  /** As its server calls it. */
  name: z.string(),
  /** As agents see it on `/mcp`. */
  publicName: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  /** What its definition costs each context that it is listed to. */
  tokens: z.int(),
})
export type OfferedTool = z.infer<typeof offeredTool>

/** What is taken of the calls that pass. */
export const capture = z.object({
  /** Nothing is. */
  paused: z.boolean(),
  /** Globs on `server.tool` that are left out, also while all else is taken. */
  exclude: z.array(z.string()),
})

/** Everything where neither is given; a tool alone is a glob on `server.tool`. */
const captured = z.strictObject({
  server: upstreamName.optional(),
  tool: z.string().min(1).max(256).optional(),
})

export const gatewayOperations = {
  listUpstreams: operation({
    method: 'GET',
    path: '/upstreams',
    access: 'admin',
    summary: 'The MCP servers behind the gateway and how they are.',
    input: z.object({}),
    output: z.object({ items: z.array(upstreamStatus) }),
  }),
  restartUpstream: operation({
    method: 'POST',
    path: '/upstreams/:name/restart',
    access: 'admin',
    summary: 'Ends the instances of an upstream; the next call starts a new one.',
    input: z.object({ name: z.string() }),
    output: upstreamStatus,
  }),
  listUpstreamTools: operation({
    method: 'GET',
    path: '/upstreams/:name/tools',
    access: 'admin',
    summary: 'The tools of a server as last heard of, those that are switched off too.',
    input: z.object({ name: z.string() }),
    output: z.object({
      items: z.array(offeredTool),
      /** False: it has not been asked yet. */
      known: z.boolean(),
    }),
  }),
  getUpstreamLog: operation({
    method: 'GET',
    path: '/upstreams/:name/log',
    access: 'admin',
    summary: 'The end of what a stdio server wrote to stderr, 64 KiB at most.',
    input: z.object({ name: z.string() }),
    output: z.object({ text: z.string() }),
  }),
  updateUpstream: operation({
    method: 'PATCH',
    path: '/upstreams/:name',
    access: 'admin',
    summary: 'Switches a server, or some of its tools, on or off, in the configuration file.',
    input: z.strictObject({
      name: z.string(),
      enabled: z.boolean().optional(),
      /** By the tool's own name. */
      tools: z.record(z.string().min(1).max(256), z.boolean()).optional(),
    }),
    output: upstreamStatus,
  }),
  getCapture: operation({
    method: 'GET',
    path: '/capture',
    access: 'admin',
    summary: 'Whether capture is paused, and what is left out.',
    input: z.object({}),
    output: capture,
  }),
  pauseCapture: operation({
    method: 'POST',
    path: '/capture/pause',
    access: 'admin',
    summary: 'Pauses all capture, or leaves a server or tools out: their results pass whole and unrecorded.',
    input: captured,
    output: capture,
  }),
  resumeCapture: operation({
    method: 'POST',
    path: '/capture/resume',
    access: 'admin',
    summary: 'Ends the pause of all capture, or takes a server or tools in again.',
    input: captured,
    output: capture,
  }),
}
