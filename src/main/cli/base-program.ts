import { Command } from 'commander'
import { VERSION } from '../daemon/version.ts'

/** The `spillway` command line before it has commands. Parsing throws `CommanderError` instead of ending the process. */
export const baseProgram = (): Command =>
  new Command('spillway')
    .description('A local scratchpad and MCP gateway that keeps large tool output out of an agent’s context.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
