import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { homePaths } from '../daemon/paths.ts'
import { ask } from './ask.ts'
import { parseJson } from './json.ts'

/** A daemon that proved that it owns the home folder. `token` is the admin's: it goes to `url` and nowhere else. */
export interface DaemonAddress {
  readonly url: string
  readonly pid: number
  readonly version: string
  readonly token: string
}

const PROOF_TIMEOUT_MS = 3_000

/** The daemon that runs for `home`, or null. A stale file or a stranger on that port is null and sees no token. */
export async function findDaemon(home: string): Promise<DaemonAddress | null> {
  const paths = homePaths(home)
  const [file, secret] = await Promise.all([readIfThere(paths.discovery), readIfThere(paths.token)])
  const found = parseJson(file ?? '')
  const token = secret?.trim()
  if (!isDiscovery(found) || !token) return null
  const { url, pid } = found
  const version = await provenVersion(url, token)
  return version === null ? null : { url, pid, version, token }
}

/** The version of the daemon at `url` if it proves that it holds `token`, which is not sent. */
async function provenVersion(url: string, token: string): Promise<string | null> {
  const challenge = randomBytes(32).toString('hex')
  const health = await askHealth(url, challenge)
  if (!isProof(health)) return null
  const expected = createHmac('sha256', token).update(challenge).digest()
  const given = Buffer.from(health.proof, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? health.version : null
}

// By hand, because a hook that runs after every tool call would otherwise load the schemas of everything.
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isDiscovery = (value: unknown): value is { pid: number; url: string } =>
  isRecord(value) && Number.isInteger(value['pid']) && URL.canParse(String(value['url']))

const isProof = (value: unknown): value is { version: string; proof: string } =>
  isRecord(value) && typeof value['version'] === 'string' && typeof value['proof'] === 'string'

async function askHealth(url: string, challenge: string): Promise<unknown> {
  try {
    const target = new URL(`/api/v1/health?challenge=${challenge}`, url)
    // Redirects are not followed: the proof must come from the address that will get the token.
    const { status, text } = await ask(target, { signal: AbortSignal.timeout(PROOF_TIMEOUT_MS) })
    return status === 200 ? parseJson(text) : null
  } catch {
    // Nobody there, or somebody who does not speak our protocol: either way no daemon of ours.
    return null
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
