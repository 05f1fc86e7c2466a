import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { Switch } from '../../ui/switch.tsx'
import styles from './share.module.css'

/** Whether what the rules match is replaced on its way out; without rules there is nothing to choose. */
export function RedactChoice({ redact, onChange }: { redact: boolean; onChange: (redact: boolean) => void }) {
  const { client } = useServices()
  const { data } = useQuery(queries.config(client))
  const { detectors = [], rules = [] } = (data?.config['redaction'] ?? {}) as {
    detectors?: string[]
    rules?: { name: string }[]
  }
  const names = [...detectors, ...rules.map(({ name }) => name)]
  const none = names.length === 0
  return (
    <div className={styles['redact']}>
      <div>
        Redact
        <p>
          {none
            ? 'No rule is set: name detectors under redaction in config.json first.'
            : `Replaces what ${names.join(', ')} find, in every text.`}
        </p>
      </div>
      <Switch label="Redact" checked={redact && !none} disabled={none} onChange={onChange} />
    </div>
  )
}
