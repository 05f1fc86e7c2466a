import type { OperationOutput } from '../../../shared/contract.ts'
import { valueAt } from './value-at.ts'
import styles from './settings-view.module.css'

/** The rules by tool, as the file has them. */
export function ToolRules({ config }: { config: OperationOutput<'getConfig'> }) {
  const rules = Object.entries(
    (valueAt(config.effective, ['policy', 'tools']) ?? {}) as Record<string, object>,
  )
  return (
    <section aria-label="Rules by tool">
      <h2>Rules by tool</h2>
      {rules.length === 0 ? (
        <p className={styles['none']}>
          None. In config.json, <code>policy.tools</code> sets any of these for a glob on{' '}
          <code>server.tool</code>.
        </p>
      ) : (
        <table className={styles['rules']}>
          <thead>
            <tr>
              <th scope="col">Tools</th>
              <th scope="col">Rule</th>
            </tr>
          </thead>
          <tbody>
            {rules.map(([glob, rule]) => (
              <tr key={glob}>
                <th scope="row">{glob}</th>
                <td>
                  {Object.entries(rule)
                    .map(([key, value]) => `${key} ${String(value)}`)
                    .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
