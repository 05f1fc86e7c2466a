import { Import } from 'lucide-react'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import styles from './gateway-view.module.css'

/** How to put servers behind the gateway. */
export function NoServers() {
  const setOverlay = useView((view) => view.setOverlay)
  return (
    <div className={styles['none']}>
      <p>No MCP server is behind the gateway yet. Take over those that your clients have already:</p>
      <Button look="primary" onClick={() => setOverlay('import')}>
        <Import size={13} aria-hidden /> Take over MCP servers…
      </Button>
      <p>
        or write them into config.json under <code>mcpServers</code>, in the shape that your client uses.
      </p>
    </div>
  )
}
