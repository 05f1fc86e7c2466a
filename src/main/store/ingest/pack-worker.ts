import { Handover, serveThread } from '../../threads/serve.ts'
import { pack } from './pack.ts'
import type { PackMethods } from './protocol.ts'

serveThread({
  pack(bytes: Parameters<PackMethods['pack']>[0]) {
    const packed = pack(bytes)
    return new Handover(packed, [packed.data.buffer])
  },
})
