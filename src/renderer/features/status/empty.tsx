import { Plug } from 'lucide-react'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import styles from './page.module.css'
import { StatusPage } from './page.tsx'

const SERVER =
  '{ "mcpServers": { "fs": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] } } }'

/** Nothing was recorded yet: how to begin. */
export function Empty() {
  const setOverlay = useView((view) => view.setOverlay)
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
          <p>Take over those of your clients, or write them into config.json in the same shape.</p>
          <Command text="spillway import-servers" />
          <Command text={SERVER} />
        </li>
        <li>
          <strong>Point your agent at it</strong>
          <p>
            For those that are on this machine Spillway shows the change to their files first; any other
            client that starts stdio servers takes this command.
          </p>
          <Button look="primary" onClick={() => setOverlay('connect')}>
            <Plug size={13} aria-hidden /> Connect a client…
          </Button>
          <Command text="claude mcp add spillway -- spillway mcp" />
        </li>
      </ol>
    </StatusPage>
  )
}
