import { serveThread } from '../../threads/serve.ts'
import { countText, type TokenCount } from './count.ts'
import type { TextSample } from './sample.ts'

export type TokenMethods = { count(samples: readonly TextSample[]): TokenCount }

function countSample({ pieces, units, whole }: TextSample): TokenCount {
  const counts = pieces.map(countText)
  const tokens = counts.reduce((sum, one) => sum + one.tokens, 0)
  if (whole) return { tokens, exact: counts.every((one) => one.exact) }
  const sampled = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return { tokens: Math.round((tokens * units) / sampled), exact: false }
}

const methods: TokenMethods = {
  count(samples) {
    const counts = samples.map(countSample)
    return {
      tokens: counts.reduce((sum, one) => sum + one.tokens, 0),
      exact: counts.every((one) => one.exact),
    }
  },
}

serveThread(methods)
