import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { folderName } from '../../ui/folder-name.ts'
import { formatMoment } from '../../ui/format.ts'
import styles from './prune-dialog.module.css'
import { AGES } from './what.ts'
import type { What } from './what.ts'

const CHOICES = [
  { by: 'expired', name: 'Past its life' },
  { by: 'age', name: 'Last used longer ago than' },
  { by: 'size', name: 'Least recently used, until there are left' },
  { by: 'tool', name: 'From one tool' },
  { by: 'session', name: 'From one session' },
  { by: 'all', name: 'Everything' },
] as const

interface ChoiceProps {
  what: What
  onChange: (what: What) => void
}

/** By expiry, age, size, tool or session, or all; what belongs to a choice makes it. */
export function PruneChoice({ what, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <RadioGroup
      className={styles['choices']}
      value={what.by}
      onValueChange={(by: What['by']) => onChange({ ...what, by })}
      aria-label="What to remove"
    >
      {CHOICES.map(({ by, name }) => (
        <div key={by} className={styles['choice']}>
          <Radio.Root id={`${id}${by}`} value={by} className={styles['radio']}>
            <Radio.Indicator className={styles['dot']} />
          </Radio.Root>
          <label htmlFor={`${id}${by}`}>{name}</label>
          {by === 'age' && (
            <select
              aria-label="Age"
              value={what.seconds}
              onChange={({ target }) => onChange({ ...what, by, seconds: Number(target.value) })}
            >
              {AGES.map(({ name, seconds }) => (
                <option key={seconds} value={seconds}>
                  {name}
                </option>
              ))}
            </select>
          )}
          {by === 'size' && (
            <>
              <input
                className={styles['megabytes']}
                aria-label="Megabytes"
                inputMode="numeric"
                value={what.megabytes}
                onChange={({ target }) => onChange({ ...what, by, megabytes: target.value })}
              />
              MB
            </>
          )}
          {by === 'tool' && (
            <input
              aria-label="Tool"
              placeholder="fs.read_*"
              value={what.tool}
              spellCheck={false}
              onChange={({ target }) => onChange({ ...what, by, tool: target.value })}
            />
          )}
          {by === 'session' && <SessionChoice what={what} onChange={onChange} />}
        </div>
      ))}
    </RadioGroup>
  )
}

/** The sessions that were used last. */
function SessionChoice({ what, onChange }: ChoiceProps) {
  const { client } = useServices()
  const { data } = useInfiniteQuery(queries.sessions(client))
  const sessions = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <select
      className={styles['session']}
      aria-label="Session"
      value={what.session}
      onChange={({ target }) => onChange({ ...what, by: 'session', session: target.value })}
    >
      <option value="">which one</option>
      {sessions.map(({ id, clientName, projectPath, lastUsedAt }) => (
        <option key={id} value={id}>
          {[
            clientName,
            projectPath === null ? null : folderName(projectPath),
            formatMoment(Date.parse(lastUsedAt)),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </option>
      ))}
    </select>
  )
}
