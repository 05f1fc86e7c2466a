import type { Command } from 'commander'
import { baseProgram } from './base-program.ts'
import { callCommand } from './commands/call.ts'
import { clientsCommand } from './commands/clients.ts'
import { connectCommand } from './commands/connect.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { eventsCommand } from './commands/events.ts'
import { exportCommand } from './commands/export.ts'
import { hookCommand } from './commands/hook.ts'
import { importCommand } from './commands/import.ts'
import { importTranscriptCommand } from './commands/import-transcript.ts'
import { importServersCommand } from './commands/import-servers.ts'
import { lsCommand } from './commands/ls.ts'
import { mcpCommand } from './commands/mcp.ts'
import { notesCommand } from './commands/notes/notes.ts'
import { openCommand } from './commands/open.ts'
import { pauseCommand, resumeCommand } from './commands/pause.ts'
import { pinCommand } from './commands/pin.ts'
import { pruneCommand } from './commands/prune.ts'
import { readCommand } from './commands/read.ts'
import { replayCommand } from './commands/replay.ts'
import { restartCommand } from './commands/restart.ts'
import { rmCommand } from './commands/rm.ts'
import { searchCommand } from './commands/search.ts'
import { runAgainCommand } from './commands/run-again.ts'
import { serveCommand } from './commands/serve.ts'
import { sessionsCommand } from './commands/sessions.ts'
import { serviceCommand } from './commands/service.ts'
import { simulateCommand } from './commands/simulate.ts'
import { statsCommand } from './commands/stats.ts'
import { turnsCommand } from './commands/turns/turns.ts'
import { upstreamsCommand } from './commands/upstreams.ts'
import { wipeCommand } from './commands/wipe.ts'
import { wrapCommand } from './commands/wrap.ts'
import { writeCommand } from './commands/write.ts'

/** The whole command line. */
export function createProgram(): Command {
  return baseProgram()
    .addCommand(openCommand(), { isDefault: true })
    .addCommand(serveCommand())
    .addCommand(restartCommand())
    .addCommand(serviceCommand())
    .addCommand(mcpCommand())
    .addCommand(wrapCommand())
    .addCommand(hookCommand())
    .addCommand(lsCommand())
    .addCommand(readCommand())
    .addCommand(searchCommand())
    .addCommand(writeCommand())
    .addCommand(notesCommand())
    .addCommand(pinCommand())
    .addCommand(rmCommand())
    .addCommand(pruneCommand())
    .addCommand(wipeCommand())
    .addCommand(statsCommand())
    .addCommand(eventsCommand())
    .addCommand(sessionsCommand())
    .addCommand(turnsCommand())
    .addCommand(callCommand())
    .addCommand(runAgainCommand())
    .addCommand(importTranscriptCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(replayCommand())
    .addCommand(simulateCommand())
    .addCommand(connectCommand())
    .addCommand(importServersCommand())
    .addCommand(clientsCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(upstreamsCommand())
    .addCommand(doctorCommand())
    .addCommand(demoCommand())
}
