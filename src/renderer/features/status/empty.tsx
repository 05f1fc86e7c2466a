import { Command } from '../../ui/command.tsx'
import styles from './page.module.css'
import { StatusPage } from './page.tsx'

const SERVER =
  '{ "mcpServers": { "fs": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] } } }'

/** Nothing was recorded yet: how to begin. */
export function Empty() {
  return (
    <StatusPage title="Nothing has come down the river yet">
      <p>Calls that agents make through Spillway appear here as they happen. Three steps to the first one:</p>
      <ol className={styles['steps']}>
        <li>
          <strong>See it work</strong>
          <p>A scripted agent does real work through a real MCP server.</p>
          <Command text="spillway demo" />
        </li>
        <li>
          <strong>Put your MCP servers behind it</strong>
          <p>In config.json, in the shape that your client uses already.</p>
          <Command text={SERVER} />
        </li>
        <li>
          <strong>Point your agent at it</strong>
          <p>For example Claude Code; any client that starts stdio servers takes the same command.</p>
          <Command text="claude mcp add spillway -- spillway mcp" />
        </li>
      </ol>
    </StatusPage>
  )
}
