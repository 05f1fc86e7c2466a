import type { Command } from 'commander'
import type { Event } from '../../../shared/event.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatEvent } from '../event-line.ts'
import { followEvents } from '../../client/follow.ts'
import { parseInteger } from '../parse.ts'
import { printJson, printLine, printNote } from '../print.ts'

interface EventsOptions extends CommonOptions {
  readonly follow?: boolean
  readonly after?: number
  readonly limit: number
}

export function eventsCommand(): Command {
  const examples = ['events --limit 20', 'events --follow', 'events --follow --after 0 --json | jq .type']
  return createCommand(
    'events',
    'Prints the timeline, oldest first; with --json one event per line.',
    examples,
  )
    .option('--follow', 'stay and print what comes')
    .option('--after <seq>', 'start after this sequence number (default: the last ones)', parseInteger)
    .option('--limit <n>', 'at most so many of the past', parseInteger, 50)
    .action(events)
}

async function events(options: EventsOptions): Promise<void> {
  const { after, limit } = options
  const { api, home } = await connect(options)
  const print = (event: Event) => (options.json ? printJson(event) : printLine(formatEvent(event)))
  const past = after === undefined ? { before: Number.MAX_SAFE_INTEGER } : { after }
  const { items, lastSeq } = await api.listEvents({ ...past, limit })
  items.forEach(print)
  if (!options.follow) return
  const from = items.at(-1)?.seq ?? after ?? lastSeq
  const notify = (gap: string) => printNote(gap)
  for await (const event of followEvents(home, from, notify)) print(event)
}
