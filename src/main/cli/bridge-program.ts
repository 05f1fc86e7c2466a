import type { Command } from 'commander'
import { baseProgram } from './base-program.ts'
import { mcpCommand } from './commands/mcp.ts'

/** `spillway mcp` alone: every client starts it for every agent, and should not wait for what only other commands need. */
export const bridgeProgram = (): Command => baseProgram().addCommand(mcpCommand())
