import { VERSION } from '../daemon/version.ts'

/** What to say of a daemon of another version; null where it is of ours. */
export function otherVersionNote(version: string, who: string): string | null {
  if (version === VERSION) return null
  return `The daemon that runs is version ${version}; ${who} is ${VERSION}. Replace it with: spillway restart`
}
