/** A tool glob (`fs.read_*`, only `*` is special) as a pattern for SQLite's GLOB, where `?` and `[` are special too. */
export function globPattern(glob: string): string {
  return glob.replace(/[?[]/g, (special) => `[${special}]`)
}
