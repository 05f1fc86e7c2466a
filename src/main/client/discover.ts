import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { contract } from '../../shared/contract.ts'
import { homePaths } from '../daemon/paths.ts'
import { parseJson } from './json.ts'

/** A daemon that proved that it owns the home folder. `token` is the admin's: it goes to `url` and nowhere else. */
export interface DaemonAddress {
  readonly url: string
  readonly pid: number
  readonly version: string
  readonly token: string
}

const discovery = z.object({ pid: z.int().positive(), url: z.url(), version: z.string() })

const PROOF_TIMEOUT_MS = 3_000

/** The daemon that runs for `home`, or null. A stale file or a stranger on that port is null and sees no token. */
export async function findDaemon(home: string): Promise<DaemonAddress | null> {
  const paths = homePaths(home)
  const [file, secret] = await Promise.all([readIfThere(paths.discovery), readIfThere(paths.token)])
  const found = discovery.safeParse(parseJson(file ?? ''))
  const token = secret?.trim()
  if (!found.success || !token) return null
  const version = await provenVersion(found.data.url, token)
  return version === null ? null : { url: found.data.url, pid: found.data.pid, version, token }
}

/** The version of the daemon at `url` if it proves that it holds `token`, which is not sent. */
async function provenVersion(url: string, token: string): Promise<string | null> {
  const challenge = randomBytes(32).toString('hex')
  const health = contract.health.output.safeParse(await askHealth(url, challenge))
  if (!health.success || health.data.proof === undefined) return null
  const expected = createHmac('sha256', token).update(challenge).digest()
  const given = Buffer.from(health.data.proof, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? health.data.version : null
}

async function askHealth(url: string, challenge: string): Promise<unknown> {
  try {
    const target = new URL(`/api/v1/health?challenge=${challenge}`, url)
    // Redirects are refused: the proof must come from the address that will get the token.
    const response = await fetch(target, { redirect: 'error', signal: AbortSignal.timeout(PROOF_TIMEOUT_MS) })
    return response.ok ? await response.json() : null
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
