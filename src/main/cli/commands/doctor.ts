import type { Command } from 'commander'
import { thisPlace } from '../../clients/place.ts'
import { homeFolder } from '../../daemon/paths.ts'
import type { Finding } from '../../doctor/finding.ts'
import { createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine, visible } from '../print.ts'
import { ReportedFailure } from '../reported.ts'

export function doctorCommand(): Command {
  return createCommand('doctor', 'Looks for what is wrong, and says what to do.', [
    'doctor',
    'doctor --json',
  ]).action(doctor)
}

async function doctor(options: CommonOptions): Promise<void> {
  // Only now: most commands need none of what it looks with.
  const { examine } = await import('../../doctor/examine.ts')
  const findings = await examine(homeFolder(options.home), thisPlace())
  const ok = findings.every((finding) => finding.ok)
  if (options.json) printJson({ ok, findings })
  else for (const finding of findings) print(finding)
  if (!ok) throw new ReportedFailure()
}

function print({ check, ok, message, remedy }: Finding): void {
  printLine(visible(`${ok ? 'ok    ' : 'WRONG '}${check.padEnd(9)} ${message}`))
  if (remedy !== undefined) printLine(visible(`${' '.repeat(16)}→ ${remedy}`))
}
