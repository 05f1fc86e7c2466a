import { Command } from '../../ui/command.tsx'
import styles from './gateway-view.module.css'

/** How to put servers behind the gateway. */
export function NoServers() {
  return (
    <div className={styles['none']}>
      <p>No MCP server is behind the gateway yet. Take over those that your clients have already:</p>
      <Command text="spillway import-servers" />
      <p>
        or write them into config.json under <code>mcpServers</code>, in the shape that your client uses.
      </p>
    </div>
  )
}
