import { JSONPathEnvironment, JSONPathError } from 'json-p3'
import type { JSONPathQuery, JSONValue } from 'json-p3'
import { SpillwayError } from '../../../../shared/errors.ts'
import { plainValue } from './plain.ts'

/** The library's own limit counts levels of `$..`; what JSON nests deeper than this is no document. */
const environment = new JSONPathEnvironment({ maxRecursionDepth: 1_000 })
const length = environment.functionRegister.get('length')
// RFC 9535 section 2.4.4 counts Unicode characters in a string; the library counts UTF-16 units.
if (length)
  environment.functionRegister.set('length', {
    argTypes: length.argTypes,
    returnType: length.returnType,
    call: (value: unknown) => length.call(typeof value === 'string' ? Array.from(value) : value),
  })

/** A value that paths are evaluated on, as often as asked. */
export class Document {
  readonly value: unknown
  readonly #plain: JSONValue

  /** `value` is as `parseJson` gives it. */
  constructor(value: unknown) {
    this.value = value
    this.#plain = plainValue(value) as JSONValue
  }

  /**
   * The values that a JSONPath (RFC 9535) selects, in its order, as they are spelled in the source.
   * @throws SpillwayError `invalid_input` that says what is wrong with the path
   */
  select(path: string): unknown[] {
    const query = compile(path)
    try {
      const nodes = query.query(this.#plain).nodes
      return nodes.map(({ location }) => location.reduce<unknown>(child, this.value))
    } catch (error) {
      if (error instanceof JSONPathError || error instanceof RangeError)
        throw new SpillwayError(
          'invalid_input',
          `The path ${path} cannot be followed here: ${error.message}.`,
          'The value is nested too deeply for `..`: name the way in.',
        )
      throw error
    }
  }
}

const child = (value: unknown, key: string | number): unknown =>
  (value as Record<string | number, unknown>)[key]

function compile(path: string): JSONPathQuery {
  try {
    return environment.compile(path)
  } catch (error) {
    throw new SpillwayError(
      'invalid_input',
      `${JSON.stringify(path)} is not a JSONPath: ${error instanceof Error ? error.message : String(error)}.`,
      'It begins with $ (RFC 9535): $.items[0].id, $..name, $.items[?@.price > 10].id',
    )
  }
}
