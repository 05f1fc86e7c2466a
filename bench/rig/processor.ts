import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second, whatever the processor. */
const TICK_MS = 10
/** Of /proc/PID/stat, counted from the state on, which follows the name in parentheses. */
const [USER, SYSTEM] = [11, 12]

/** The processor time that a process has used so far, all threads together, in ms; null where the system does not tell. */
export async function processorMs(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS
}
