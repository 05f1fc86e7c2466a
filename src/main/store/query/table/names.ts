/**
 * Names for `width` columns: as given, without white space around them. One without a name is called `column_N`; SQL knows no
 * case, so a name that differs from an earlier one in nothing else gets `_2`.
 */
export function columnNames(given: readonly string[], width: number): string[] {
  const taken = new Set(given.map((name) => name.trim().toLowerCase()))
  const used = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const base = given[index]?.trim() || `column_${index + 1}`
    let name = base
    for (let n = 2; used.has(name.toLowerCase()); n++) {
      const next = `${base}_${n}`
      // A `name_2` that the content has itself keeps its name.
      if (!taken.has(next.toLowerCase())) name = next
    }
    used.add(name.toLowerCase())
    return name
  })
}

/** A name as SQL text. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
