import { useQuery } from '@tanstack/react-query'
import { Import, Plug, Plus } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useOpened, useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { Unreachable } from '../status/unreachable.tsx'
import { ClientCells, ClientHead } from './client-cells.tsx'
import { ClientPane } from './client-pane.tsx'
import styles from './gateway-view.module.css'
import { NewClientDialog } from './new-client-dialog.tsx'
import { NoServers } from './no-servers.tsx'
import { clientKey, parseKey, serverKey } from './opened.ts'
import { ServerCells, ServerHead } from './server-cells.tsx'
import { ServerPane } from './server-pane.tsx'

/** What stands on either side of Spillway: the MCP servers behind it, and the programs that may use it. */
export function GatewayView() {
  const { client } = useServices()
  const open = useOpened('gateway')
  const select = useView((view) => view.select)
  const [adding, setAdding] = useState(false)
  const setOverlay = useView((view) => view.setOverlay)
  const servers = useQuery(queries.upstreams(client))
  const clients = useQuery(queries.clients(client))
  const { data: capture } = useQuery(queries.capture(client))
  const opened = open === null ? null : parseKey(open)

  if (servers.data === undefined) return servers.error === null ? null : <Unreachable />
  return (
    <div className={styles['view']}>
      <div className={styles['side']}>
        <section className={styles['servers']} aria-label="Servers">
          <header className={styles['title']}>
            <h2>Servers</h2>
            <span>behind the gateway</span>
            <Button onClick={() => setOverlay('import')}>
              <Import size={13} aria-hidden /> Take over…
            </Button>
          </header>
          {servers.data.items.length === 0 ? (
            <NoServers />
          ) : (
            <RowList
              label="Servers"
              grid={styles['serverGrid']}
              head={<ServerHead />}
              rows={servers.data.items}
              keyOf={({ name }) => serverKey(name)}
              selected={opened?.kind === 'server' ? open : null}
              onSelect={select}
            >
              {(server) => <ServerCells server={server} capture={capture} />}
            </RowList>
          )}
        </section>
        <section className={styles['clients']} aria-label="Clients">
          <header className={styles['title']}>
            <h2>Clients</h2>
            <span>that have a token of their own</span>
            <Button onClick={() => setOverlay('connect')}>
              <Plug size={13} aria-hidden /> Connect…
            </Button>
            <Button onClick={() => setAdding(true)}>
              <Plus size={13} aria-hidden /> New client…
            </Button>
          </header>
          {clients.data?.items.length === 0 ? (
            <p className={styles['none']}>
              No program has a token yet. <code>spillway connect</code> makes one for each client that it
              finds.
            </p>
          ) : (
            <RowList
              label="Clients"
              grid={styles['clientGrid']}
              head={<ClientHead />}
              rows={clients.data?.items ?? []}
              keyOf={({ id }) => clientKey(id)}
              selected={opened?.kind === 'client' ? open : null}
              onSelect={select}
            >
              {(one) => <ClientCells client={one} />}
            </RowList>
          )}
        </section>
      </div>
      {opened?.kind === 'server' && <ServerPane key={open} name={opened.name} />}
      {opened?.kind === 'client' && <ClientPane key={open} id={opened.id} />}
      {adding && <NewClientDialog onClose={() => setAdding(false)} />}
    </div>
  )
}
