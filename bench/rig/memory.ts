import { readFile } from 'node:fs/promises'

const KIB_IN_MB = 1024 / 1e6

/** The most memory that a process ever held (resident), in MB; null where the system does not tell. */
export async function peakMemoryMb(pid: number): Promise<number | null> {
  return fieldOf(pid, 'VmHWM')
}

/** What it holds now, in MB. */
export async function memoryMb(pid: number): Promise<number | null> {
  return fieldOf(pid, 'VmRSS')
}

async function fieldOf(pid: number, field: string): Promise<number | null> {
  if (process.platform !== 'linux') return null
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return found ? Math.round(Number(found[1]) * KIB_IN_MB) : null
}
