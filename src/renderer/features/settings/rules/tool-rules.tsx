import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ToolRule } from '../../../../shared/config.ts'
import type { OperationOutput } from '../../../../shared/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import styles from '../settings-view.module.css'
import { useSettings } from '../use-settings.ts'
import { valueAt } from '../value-at.ts'
import { toolsOf, useKnownTools } from './known-tools.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { ruleWords } from './rule-fields.ts'

/** A rule that is open: by its glob, or a new one. */
type Editing = { readonly glob: string | null }

/** The rules by tool, in the order of the file, with the tools that each is about now. */
export function ToolRules({ config }: { config: OperationOutput<'getConfig'> }) {
  const { set } = useSettings()
  const tools = useKnownTools()
  const [editing, setEditing] = useState<Editing | null>(null)
  const rules = (valueAt(config.effective, ['policy', 'tools']) ?? {}) as Record<string, ToolRule>
  const edited = editing?.glob ?? null
  return (
    <section aria-label="Rules by tool">
      <h2 className={styles['withButton']}>
        Rules by tool
        <Button onClick={() => setEditing({ glob: null })}>
          <Plus size={13} aria-hidden /> New rule…
        </Button>
      </h2>
      {Object.keys(rules).length === 0 ? (
        <p className={styles['none']}>
          None. A rule makes some tools an exception: another threshold, another life, never stored.
        </p>
      ) : (
        <table className={styles['rules']}>
          <caption>
            All that match a tool apply; of two that set the same, the one with more letters wins, then the
            later one.
          </caption>
          <thead>
            <tr>
              <th scope="col">Tools</th>
              <th scope="col">Rule</th>
              <th scope="col">Matches now</th>
              <th scope="col">
                <span className={styles['unseen']}>Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(rules).map(([glob, rule]) => {
              const matching = toolsOf(glob, tools)
              return (
                <tr key={glob}>
                  <th scope="row">{glob}</th>
                  <td>{ruleWords(rule)}</td>
                  <td title={matching.join('\n')} data-none={matching.length === 0}>
                    {matching.length === 0 ? 'no tool' : counted(matching.length, 'tool')}
                  </td>
                  <td>
                    <Button
                      look="quiet"
                      aria-label={`Change the rule for ${glob}`}
                      onClick={() => setEditing({ glob })}
                    >
                      <Pencil size={13} aria-hidden />
                    </Button>
                    <Button
                      look="quiet"
                      aria-label={`Remove the rule for ${glob}`}
                      onClick={() => void set([{ path: ['policy', 'tools', glob] }])}
                    >
                      <Trash2 size={13} aria-hidden />
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {editing !== null && (
        <RuleDialog
          glob={edited}
          rule={edited === null ? {} : (rules[edited] ?? {})}
          others={Object.keys(rules).filter((glob) => glob !== edited)}
          tools={tools}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}
