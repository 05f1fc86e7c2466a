/** The lines by which test runners sum up: vitest, jest, mocha, node, pytest, unittest, cargo, go, Maven, .NET. */
const SUMMARIES = [
  /^\s*(?:Test Files|Test Suites|Tests|Snapshots):?\s+.*\b\d+ (?:passed|failed|skipped|todo|total)\b/,
  /^=+ .*\b\d+ (?:passed|failed|errors?|skipped|deselected|xfailed)\b.* in [\d.]+/,
  /^\d+ (?:passed|failed)\b.* in [\d.]+s/,
  /^Ran \d+ tests? in /,
  /^(?:FAILED|OK) ?(?:\(.*\))?$/,
  /^test result: /,
  /^\s*\d+ (?:passing|failing|pending)\b/,
  /^[ℹ#] (?:tests|suites|pass|fail|cancelled|skipped|todo) \d+$/,
  /^[ℹ#] duration_ms [\d.]+$/,
  /^\s*(?:Duration|Time):?\s+[\d.]+ ?m?s\b/,
  /^(?:FAIL|ok)\s+\S+\s+[\d.]+s/,
  /^(?:\[\w+\])?\s*Tests run: \d+, Failures: \d+/,
  /^(?:Passed|Failed)! +- Failed: /,
]
/** The lines that name a test that failed; the name is the first group. */
const FAILURES = [
  /^\s*(?:FAIL|FAILED|ERROR)\s+(\S*[\w/.\]:>-]+.*)$/,
  /^(?:FAIL|ERROR): (.*)$/,
  /^\s*(?:✗|✖|×|✕) (\S.*)$/,
  /^\s*not ok \d+ -? ?(.*)$/,
  /^\s*--- FAIL: (.*)$/,
  /^test (.*) \.\.\. FAILED$/,
  /^---- (\S+) stdout ----$/,
  /^_{3,} (\S.*\S) _{3,}$/,
  /^(\S+::\S+) (?:FAILED|ERROR)\b/,
]
/** Names of a section rather than of a test. */
const SECTION = /^(?:failing tests:|ERROR at |\d+ (?:failed|error))/
const REASON =
  /^\s*(?:E {2,}\S|\[?\w*(?:Error|Exception|Failure)\b[^:]{0,30}\]?: |Error: |error: ['"]|assertion (?:`|failed)|called `|panic: |Expected )/
const PASSED = /^\s*(?:✓|✔|√|ok \d+|PASS|--- PASS:|test .* \.\.\. ok$|\S+::\S+ PASSED)/

/** All patterns in one: most lines match none, and then one look is enough. */
const anyOf = (patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'))
const ANY_SUMMARY = anyOf(SUMMARIES)
const ANY_FAILURE = anyOf(FAILURES)

/** Whether a line sums up a run. */
export const isTestSummary = (text: string) => text.length < 400 && ANY_SUMMARY.test(text)

/** A line of a test that passed: a runner is known by it before anything failed. */
export const passed = (text: string) => PASSED.test(text.slice(0, 400))

/** Whether a line says why the test before it failed. */
export const readReason = (text: string) => REASON.test(text)

/** A test that was not run, or was not expected to pass. */
const SKIPPED =
  /^\s*(?:↓|﹣|○) \S|^\s*--- SKIP: |^test .* \.\.\. ignored|(?:^| )(?:SKIPPED|XFAIL|XPASS)\b|# (?:SKIP|TODO)\b|\.\.\. (?:skipped|expected failure)\b/
export const isSkipped = (text: string) => text.length < 400 && SKIPPED.test(text)

/** How long the test of this line took, in ms; null where it does not say. */
export function durationOf(text: string): number | null {
  const match = /[ (]([\d.]+) ?(m?s)\)?$/.exec(text.slice(-24))
  const value = Number(match?.[1])
  return match === null || Number.isNaN(value) ? null : match[2] === 's' ? 1_000 * value : value
}

const PLACE =
  /(?:^|[\s('"❯/])((?:\.{0,2}\/)?[\w@-][\w@./-]*\.[a-z]{1,5}:\d+(?::\d+)?)|File "([^"]+)", line (\d+)/
/** Frames of runners, runtimes and packages are nobody's own. */
const FOREIGN = /node:|internal\/|node_modules|\/rustc\/|site-packages|dist-packages|<frozen|\/lib\/python/

/** The place in the tested source that a line names: `src/lib.rs:23:26`; null where there is none. */
export function readTestPlace(text: string): string | null {
  if (text.length > 400 || FOREIGN.test(text)) return null
  const match = PLACE.exec(text)
  if (match === null) return null
  return match[1] ?? `${match[2]}:${match[3]}`
}

const DETAIL =
  /^\s*(?:(?:left|right|expected|actual|received|got|want(?:ed)?|but was)\s*[:=]\s*\S|[-+] {1,6}\S|E {2,}[-+?] *\S)/i
/** The legend of a comparison rather than one of its sides. */
const LEGEND = /^\s*[-+] (?:actual|expected|received)\b|: undefined,?$/i

/** One side of what was compared, or a line in which the two differ; null elsewhere. */
export function readDetail(text: string): string | null {
  if (text.length > 400 || !DETAIL.test(text) || LEGEND.test(text)) return null
  return text
    .replace(/^\s*(?:E\s+)?/, '')
    .replace(/\s+/g, ' ')
    .replace(/,$/, '')
    .trim()
}

/** The test that a line says failed, by a name that is the same in each place; null elsewhere. */
export function readFailure(text: string): { name: string; explains: boolean } | null {
  if (text.length > 1_000 || !ANY_FAILURE.test(text)) return null
  for (const pattern of FAILURES) {
    const named = pattern.exec(text)?.[1]
    if (named === undefined || SECTION.test(named)) continue
    const [title = '', why] = named.split(' - ')
    const name = title
      .replace(/^ERROR at \w+ of /, '')
      .replace(/\s*(?:\(?[\d.]+ ?m?s\)?|\[[ \d]+%\])$/, '')
      // A file before the name is not in every place.
      .replace(/^\S+\.\w+(?:::| > )/, '')
      .trim()
    return name === '' ? null : { name, explains: why !== undefined }
  }
  return null
}
