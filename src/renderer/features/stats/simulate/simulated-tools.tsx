import type { OperationOutput } from '../../../../shared/contract.ts'
import type { ToolRule } from '../../../../shared/config.ts'
import type { PolicyChange, Simulation } from '../../../../shared/contract/simulate.ts'
import field from '../../../ui/field.module.css'
import { formatCount, formatTight } from '../../../ui/format.ts'
import { ColumnNames, numbers, words } from '../column-names.tsx'
import stats from '../stats-view.module.css'
import { recordOf } from './draft.ts'

interface ToolsProps {
  simulation: Simulation
  draft: PolicyChange
  config: OperationOutput<'getConfig'> | undefined
  onChange: (change: PolicyChange) => void
}

const ACTIONS = ['auto', 'inline', 'offload'] as const

const COLUMNS = [
  ...words('Tool'),
  ...numbers('Calls'),
  ...words('Rule of its own'),
  ...numbers('Stored', 'was', 'Delivered', 'was', 'Kept out', 'was'),
]

/** What each tool comes to, with a rule of its own to try. */
export function SimulatedTools({ simulation, draft, config, onChange }: ToolsProps) {
  const tools =
    draft.tools ?? (recordOf(recordOf(config?.effective['policy'])['tools']) as Record<string, ToolRule>)
  const setRule = (tool: string, action: ToolRule['action']) => {
    const { action: _action, ...rest } = tools[tool] ?? {}
    const rule = action === undefined ? rest : { ...rest, action }
    const others = Object.fromEntries(Object.entries(tools).filter(([glob]) => glob !== tool))
    onChange({ tools: Object.keys(rule).length === 0 ? others : { ...others, [tool]: rule } })
  }
  return (
    <table className={stats['list']}>
      <caption>By tool</caption>
      <ColumnNames of={COLUMNS} />
      <tbody>
        {simulation.byTool.map(({ tool, recorded, simulated }) => (
          <tr key={tool} data-tool={tool}>
            <th scope="row" title={tool}>
              {tool}
            </th>
            <td data-number>{formatCount(recorded.calls)}</td>
            <td>
              <select
                className={field['field']}
                aria-label={`Rule of ${tool}`}
                value={tools[tool]?.action ?? ''}
                onChange={({ target }) =>
                  setRule(
                    tool,
                    ACTIONS.find((one) => one === target.value),
                  )
                }
              >
                <option value="">as the policy</option>
                {ACTIONS.map((action) => (
                  <option key={action}>{action}</option>
                ))}
              </select>
            </td>
            <td data-number>{formatCount(simulated.offloaded)}</td>
            <td data-number>{formatCount(recorded.offloaded)}</td>
            <td data-number>
              {simulated.exact ? '' : '~'}
              {formatTight(simulated.tokens.delivered)}
            </td>
            <td data-number>{formatTight(recorded.tokens.delivered)}</td>
            <td data-number data-sign={Math.sign(simulated.tokens.net)}>
              {simulated.exact ? '' : '~'}
              {formatTight(simulated.tokens.net)}
            </td>
            <td data-number>{formatTight(recorded.tokens.net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
