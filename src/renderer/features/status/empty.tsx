import { Import, Play, Plug } from 'lucide-react'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { useDemo } from '../demo/use-demo.ts'
import styles from './page.module.css'
import { StatusPage } from './page.tsx'

/** Nothing was recorded yet: how to begin. */
export function Empty() {
  const { demo, play } = useDemo()
  const setOverlay = useView((view) => view.setOverlay)
  return (
    <StatusPage title="Nothing has come down the river yet">
      <p>Calls that agents make through Spillway appear here as they happen. Three steps to the first one:</p>
      <ol className={styles['steps']}>
        <li>
          <strong>See it work</strong>
          <p>
            A scripted agent does real work through a real MCP server, for a quarter of a minute, in this
            timeline. What it stores goes again with one click.
          </p>
          {demo?.available === false ? (
            <p className={styles['reason']}>{demo.reason}</p>
          ) : (
            <Button look="primary" disabled={demo?.state === 'playing'} onClick={() => void play()}>
              <Play size={13} aria-hidden /> {demo?.state === 'playing' ? 'Starting…' : 'Play the demo'}
            </Button>
          )}
        </li>
        <li>
          <strong>Put your MCP servers behind it</strong>
          <p>Take over those of your clients, or wrap a single one where a client starts it:</p>
          <Button onClick={() => setOverlay('import')}>
            <Import size={13} aria-hidden /> Take over MCP servers…
          </Button>
          <Command text="spillway wrap -- npx -y @modelcontextprotocol/server-filesystem ." />
        </li>
        <li>
          <strong>Point your agent at it</strong>
          <p>
            For those that are on this machine Spillway shows the change to their files first; any other
            client that starts stdio servers takes this command.
          </p>
          <Button onClick={() => setOverlay('connect')}>
            <Plug size={13} aria-hidden /> Connect a client…
          </Button>
          <Command text="claude mcp add spillway -- spillway mcp" />
        </li>
      </ol>
    </StatusPage>
  )
}
