import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import type { TranscriptResult } from '../../../shared/contract/transcripts.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { linesOf } from '../../../shared/transcript/lines.ts'
import { type ParsedTranscript, parseTranscript } from '../../../shared/transcript/parse.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine, printNote, visible } from '../print.ts'

/** What came of one file. */
type FileReport = Omit<ParsedTranscript, 'events'> & TranscriptResult & { readonly file: string }

export function importTranscriptCommand(): Command {
  return createCommand(
    'import-transcript',
    'Gives recorded turns their prompts from an agent’s own transcript.',
    [
      'import-transcript ~/.claude/projects/-home-me-site/*.jsonl',
      'import-transcript ~/.codex/sessions/2026/11/22/rollout-*.jsonl --json',
    ],
  )
    .argument('<file...>', 'session logs of Claude Code, or rollouts of Codex')
    .action(importTranscripts)
}

async function importTranscripts(files: readonly string[], options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const reports: FileReport[] = []
  for (const file of files) {
    const { events, ...parsed } = await parseFile(file)
    const report = { file, ...parsed, ...(await api.importTranscript({ events: [...events] })) }
    reports.push(report)
    if (!options.json) print(report)
  }
  if (options.json) printJson({ files: reports })
}

async function parseFile(file: string): Promise<ParsedTranscript> {
  const parsed = await parseTranscript(linesOf(createReadStream(file, 'utf8')))
  if (parsed.format !== null) return parsed
  throw new SpillwayError(
    'invalid_input',
    `${file} is no transcript of a known program.`,
    'Known are session logs of Claude Code and rollouts of Codex (JSON, a line each).',
  )
}

function print({ file, format, malformed, firstMalformed, cut, turns, ...report }: FileReport): void {
  const { calls, matched, unmatched, unmatchedCalls, foreign } = report
  printLine(`${visible(file)}  ${format}: ${matched} of ${calls} calls are recorded here`)
  printLine(
    `  ${turns.prompted} turns got a prompt, ${turns.split} by a split; ${turns.kept} kept what they had`,
  )
  if (foreign > 0) printLine(`  ${foreign} calls of tools that never went through here`)
  if (unmatched > 0) printLine(`  ${unmatched} calls were not found`)
  for (const { at, tool, id } of unmatchedCalls)
    printLine(`    ${at}  ${visible(tool)}  ${visible(id ?? '')}`)
  if (malformed > 0) printNote(`  ${malformed} lines could not be read`)
  for (const { line, reason } of firstMalformed) printNote(`    line ${line}: ${reason}`)
  if (cut) printNote('  It has more events than are taken from one transcript; the rest was left out.')
}
