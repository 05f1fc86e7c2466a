/** The value at a path of an object; undefined where there is none. */
export function valueAt(
  within: Readonly<Record<string, unknown>>,
  [first, second]: readonly [string, string],
): unknown {
  const part = within[first]
  return typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[second] : undefined
}
