/**
 * Holds `tests/behaviours.json` against the behaviour ids that test titles begin with (`M3: the summary …`,
 * `D5 D6: …`), and lists what is cited and what is still open. `--json` prints the same as data.
 *
 * A behaviour is done only while a test cites it that goes through a public surface: a unit test shows that a
 * part works, not that a user has it. Ends with 1 where a behaviour marked done has no such test, where a title
 * cites an id that does not exist, and where the file itself is malformed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PUBLIC_SURFACE = ['tests/integration/', 'tests/conformance/', 'tests/e2e/']

/** A title's opening quote and the ids it begins with; a test that is left out cites nothing. */
const TITLE = /(\.(?:skip|todo|fails)\s*\(\s*)?['"`]((?:[A-Z]\d+[, ]+)*[A-Z]\d+):\s/g

function testFiles() {
  return readdirSync(join(ROOT, 'tests'), { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && /\.test\.tsx?$/.test(found.name))
    .map((found) => relative(ROOT, join(found.parentPath, found.name)).replaceAll(sep, '/'))
    .sort()
}

/** Which files cite each id, with how often. */
function citations() {
  const byId = new Map()
  for (const file of testFiles()) {
    for (const [, leftOut, ids] of readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)) {
      if (leftOut !== undefined) continue
      for (const id of new Set(ids.split(/[, ]+/))) {
        const files = byId.get(id) ?? new Map()
        byId.set(id, files.set(file, (files.get(file) ?? 0) + 1))
      }
    }
  }
  return byId
}

const isPublic = (file) => PUBLIC_SURFACE.some((folder) => file.startsWith(folder))

function faultsOf(behaviours, cited) {
  const faults = []
  const known = new Set()
  for (const { id, title, status, issue, inside } of behaviours) {
    if (known.has(id)) faults.push(`${id} stands twice in tests/behaviours.json`)
    known.add(id)
    const wellFormed = /^[A-Z]\d+$/.test(id) && title && Number.isInteger(issue)
    if (!wellFormed || !['open', 'done'].includes(status)) faults.push(`${id} is malformed`)
    const files = [...(cited.get(id)?.keys() ?? [])]
    // `inside`: the row is about how the program is built, so no public surface could show it.
    const shows = inside === true ? files.length > 0 : files.some(isPublic)
    if (status === 'done' && !shows) {
      faults.push(`${id} is marked done, but no test through a public surface cites it: ${title}`)
    }
  }
  for (const [id, files] of cited) {
    if (!known.has(id)) faults.push(`${id} is no behaviour, but is cited in ${[...files.keys()].join(', ')}`)
  }
  return faults
}

const line = ({ id, title, issue }, files) => {
  const where = [...files].map(([file, count]) => `${count} in ${file.slice('tests/'.length)}`)
  return [
    `  ${id.padEnd(4)}issue ${issue}  ${title}`,
    ...where.map((text) => `${' '.repeat(15)}${text}`),
  ].join('\n')
}

const behaviours = JSON.parse(readFileSync(join(ROOT, 'tests/behaviours.json'), 'utf8'))
const cited = citations()
const faults = faultsOf(behaviours, cited)

if (process.argv.includes('--json')) {
  const rows = behaviours.map((row) => ({ ...row, cited: Object.fromEntries(cited.get(row.id) ?? []) }))
  console.log(JSON.stringify({ behaviours: rows, faults }, null, 2))
} else {
  for (const status of ['done', 'open']) {
    const rows = behaviours.filter((row) => row.status === status)
    console.log(`${status} (${rows.length} of ${behaviours.length})`)
    for (const row of rows) console.log(line(row, cited.get(row.id) ?? []))
  }
  for (const fault of faults) console.error(fault)
}
if (faults.length > 0) process.exitCode = 1
