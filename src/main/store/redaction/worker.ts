import { scrubJson } from '../../policy/redaction/scrub-json.ts'
import { serveThread } from '../../threads/serve.ts'
import { scrubBytes } from './bytes.ts'
import type { RedactionMethods } from './protocol.ts'

serveThread({
  bytes: (order: Parameters<RedactionMethods['bytes']>[0]) => scrubBytes(order),
  json: ({ json, patterns }: Parameters<RedactionMethods['json']>[0]) => scrubJson(json, patterns),
})
