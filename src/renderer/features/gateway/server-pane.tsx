import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { UpstreamStatus } from '../../../shared/contract/gateway.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import { counted, formatMs } from '../../ui/format.ts'
import { Switch } from '../../ui/switch.tsx'
import { PaneTitle } from '../detail/pane-title.tsx'
import pane from '../detail/detail-pane.module.css'
import tabs from '../detail/detail-tabs.module.css'
import { SidePane } from '../detail/side-pane.tsx'
import { isLeftOut } from './captured.ts'
import { ServerLog } from './server-log.tsx'
import styles from './server-pane.module.css'
import { ServerState } from './server-state.tsx'
import { ToolTable } from './tool-table.tsx'
import { useGatewayCommands } from './use-gateway-commands.ts'

/** One server: how it is, its switches, its tools and what it wrote to its log. */
export function ServerPane({ name }: { name: string }) {
  const { client } = useServices()
  const { data } = useQuery(queries.upstreams(client))
  const server = data?.items.find((one) => one.name === name)
  return (
    <SidePane label="Server">
      {server === undefined ? (
        <p className={styles['none']}>{name} is not configured any more.</p>
      ) : (
        <Opened server={server} />
      )}
    </SidePane>
  )
}

function Opened({ server }: { server: UpstreamStatus }) {
  const { name, transport, state, error, instances, calls, errors, latency } = server
  const { client } = useServices()
  const { data: capture } = useQuery(queries.capture(client))
  const commands = useGatewayCommands()
  return (
    <>
      <header className={pane['header']}>
        <PaneTitle>
          {name} <span>over {transport === 'stdio' ? 'stdio' : 'HTTP'}</span>
        </PaneTitle>
        <p className={pane['facts']}>
          <ServerState state={state} error={error} /> · {counted(instances, 'process', 'processes')} ·{' '}
          {counted(calls, 'call')}, {counted(errors, 'error')}
          {latency !== null &&
            ` · ${formatMs(latency.p50)} ms, one in twenty over ${formatMs(latency.p95)} ms`}
        </p>
        {error !== null && (
          <p className={styles['error']} role="alert">
            {error}
          </p>
        )}
        <div className={`${pane['actions']} ${styles['actions']}`}>
          <Button disabled={state === 'disabled'} onClick={() => void commands.restart(name)}>
            <RotateCw size={13} aria-hidden /> Restart
          </Button>
          <span>
            <Switch
              label={`${name} is on`}
              checked={state !== 'disabled'}
              onChange={(enabled) => void commands.update({ name, enabled })}
            />
            On
          </span>
          {capture && (
            <span>
              <Switch
                label={`Results of ${name} are captured`}
                checked={!capture.paused && !isLeftOut(capture, name)}
                disabled={capture.paused}
                onChange={(on) => void commands.capture(on, { server: name })}
              />
              {capture.paused ? 'All capture is paused' : 'Captured'}
            </span>
          )}
        </div>
      </header>
      <Tabs.Root className={tabs['root']} defaultValue="tools">
        <Tabs.List className={tabs['list']} activateOnFocus>
          <Tabs.Tab value="tools">Tools</Tabs.Tab>
          {transport === 'stdio' && <Tabs.Tab value="log">Log</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="tools" className={tabs['panel']}>
          <ToolTable server={name} capture={capture} />
        </Tabs.Panel>
        <Tabs.Panel value="log" className={tabs['panel']}>
          <ServerLog name={name} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}
