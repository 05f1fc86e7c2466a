import type { Gateway } from '../gateway/gateway.ts'

/** What the MCP surface asks of what lies behind it: the live servers, or a recording of them. */
export type UpstreamSide = Pick<
  Gateway,
  | 'has'
  | 'names'
  | 'status'
  | 'describe'
  | 'listTools'
  | 'knowTools'
  | 'definition'
  | 'find'
  | 'callTool'
  | 'request'
  | 'resources'
  | 'watch'
  | 'unwatch'
  | 'notify'
  | 'setLogLevel'
  | 'endSession'
>
