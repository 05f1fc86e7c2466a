import { SpillwayError } from '../../shared/errors.ts'
import { ENTRY_ID } from '../../shared/id-format.ts'

const NAME = /^[A-Za-z0-9_-]{1,64}$/
const STEP = /^step[0-9]+$/

/**
 * Names are refused, never rewritten (B2).
 * @throws SpillwayError `invalid_input` with the rule
 */
export function assertName(name: string): void {
  if (!NAME.test(name))
    throw new SpillwayError(
      'invalid_input',
      `${JSON.stringify(name.slice(0, 100))} is not a valid name.`,
      'Names are 1 to 64 letters, digits, - and _.',
    )
  if (ENTRY_ID.test(name) || STEP.test(name))
    throw new SpillwayError(
      'invalid_input',
      `${name} looks like an entry id or a step.`,
      'Choose a name that is neither.',
    )
}
