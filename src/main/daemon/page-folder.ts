import { fileURLToPath } from 'node:url'

/** The built app: beside the built daemon, or in the checkout's `out` when the sources run. */
export const pageFolder = (asker: string): string =>
  fileURLToPath(new URL(asker.endsWith('.ts') ? '../../../out/renderer' : '../renderer', asker))
