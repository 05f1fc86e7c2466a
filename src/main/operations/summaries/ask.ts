import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { SummaryConfig } from '../../../shared/summary.ts'

/** An answer is read no further than this; only its beginning is kept. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * Asks the user's command or endpoint about one document.
 * @throws Error saying why there is no answer; a command is ended, with all that it started, when its time is up
 */
export async function askForSummary(
  { command, url, timeoutSeconds }: SummaryConfig,
  document: string,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  try {
    if (command !== undefined) return await run(command, document, signal)
    return await post(url ?? '', document, signal)
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${timeoutSeconds} s`, { cause: error })
    throw error
  }
}

async function post(url: string, body: string, signal: AbortSignal): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'text/plain' }
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  if (!response.ok || !response.body) throw new Error(`the endpoint answered ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    parts.push(part)
    size += part.length
    if (size > MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(parts).toString('utf8')
}

function run(
  [program = '', ...args]: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what the command starts ends with it.
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    const stop = () => endGroup(child)
    signal.addEventListener('abort', stop, { once: true })
    const parts: Uint8Array[] = []
    let size = 0
    let complaint = ''
    child.stdout.on('data', (part: Uint8Array) => {
      if (size <= MAX_ANSWER_BYTES) parts.push(part)
      size += part.length
    })
    child.stderr.on('data', (part: Uint8Array) => {
      complaint = (complaint + Buffer.from(part).toString('utf8')).slice(0, 500)
    })
    // It may answer without reading all of its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.once('error', reject)
    child.once('close', (code, ended) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve(Buffer.concat(parts).toString('utf8'))
      else reject(new Error(`the command ended with ${code ?? ended}: ${complaint.trim()}`))
    })
  })
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It ended by itself at this moment.
    child.kill('SIGKILL')
  }
}
