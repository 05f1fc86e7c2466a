import { SpillwayError } from '../../shared/errors.ts'

/** Says that another session keeps a note from being changed. @param until ISO 8601 */
export const leased = (name: string, until: string): SpillwayError =>
  new SpillwayError(
    'conflict',
    `${name} is leased by another session until ${until}.`,
    'Try again after that.',
  )
