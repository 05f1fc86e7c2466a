import { useQuery } from '@tanstack/react-query'
import type { OfferedTool } from '../../../shared/contract/gateway.ts'
import type { OperationOutput } from '../../../shared/contract.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { Switch } from '../../ui/switch.tsx'
import { Fault } from '../detail/fault.tsx'
import { isLeftOut } from './captured.ts'
import styles from './server-pane.module.css'
import { useGatewayCommands } from './use-gateway-commands.ts'

interface TableProps {
  server: string
  capture: OperationOutput<'getCapture'> | undefined
}

/** A server's tools: what each costs every context that it is listed to, and its two switches. */
export function ToolTable({ server, capture }: TableProps) {
  const { client } = useServices()
  const { data, error } = useQuery(queries.upstreamTools(client, server))
  if (data === undefined) return error === null ? null : <Fault error={error} />
  if (!data.known)
    return (
      <p className={styles['none']}>
        It was not asked for its tools yet; the first client that lists them does.
      </p>
    )
  const listed = data.items.filter(({ enabled }) => enabled)
  const cost = listed.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <div className={styles['scroller']}>
      <table className={styles['tools']}>
        <caption>
          {counted(listed.length, 'tool')} listed, {counted(cost, 'token')} in every context that has them
        </caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Tokens</th>
            <th scope="col">Captured</th>
            <th scope="col">On</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((tool) => (
            <ToolRow key={tool.name} server={server} tool={tool} capture={capture} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ToolRow({ server, tool, capture }: TableProps & { tool: OfferedTool }) {
  const { name, title, description, publicName, enabled, tokens } = tool
  const commands = useGatewayCommands()
  const all = capture?.paused === true || (capture !== undefined && isLeftOut(capture, server))
  return (
    <tr data-off={!enabled}>
      <th scope="row" title={`${publicName}\n${description ?? ''}`}>
        {name} {title !== null && title !== name && <span>{title}</span>}
      </th>
      <td>{formatCount(tokens)}</td>
      <td>
        {capture && (
          <Switch
            label={`Results of ${name} are captured`}
            checked={!all && !isLeftOut(capture, server, name)}
            disabled={all}
            onChange={(on) => void commands.capture(on, { server, tool: name })}
          />
        )}
      </td>
      <td>
        <Switch
          label={`${name} is on`}
          checked={enabled}
          onChange={(on) => void commands.update({ name: server, tools: { [name]: on } })}
        />
      </td>
    </tr>
  )
}
