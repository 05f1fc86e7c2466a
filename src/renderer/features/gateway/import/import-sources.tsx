import { TriangleAlert } from 'lucide-react'
import type { OperationOutput } from '../../../../shared/contract.ts'
import type { Importable } from '../../../../shared/contract/import-servers.ts'
import styles from './import-dialog.module.css'
import { ImportableServer } from './importable-server.tsx'

interface SourcesProps {
  found: OperationOutput<'listImportable'>
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** The servers by the file that they are in, those files first that are the person's own. */
export function ImportSources({ found: { items, faults }, chosen, onChange }: SourcesProps) {
  const files = Map.groupBy(items, ({ file }) => file)
  if (items.length === 0 && faults.length === 0) return <p>No client on this machine has a server.</p>
  const toggle = ({ id }: Importable) => onChange(chosen.symmetricDifference(new Set([id])))
  return (
    <>
      {[...files].map(([file, servers]) => (
        <section key={file} aria-label={servers[0]?.source}>
          <header>
            <h3>{servers[0]?.source}</h3>
            <code>{file}</code>
          </header>
          {servers[0]?.hostile === true && (
            <p className={styles['hostile']}>
              <TriangleAlert size={13} aria-hidden /> It came with the project. Whoever wrote that decided
              what these commands do on your machine: take one only after you have read it.
            </p>
          )}
          {servers.map((server) => (
            <ImportableServer
              key={server.id}
              server={server}
              chosen={chosen.has(server.id)}
              onToggle={() => toggle(server)}
            />
          ))}
        </section>
      ))}
      {faults.map(({ source, file, reason }) => (
        <section key={file} aria-label={source}>
          <header>
            <h3>{source}</h3>
            <code>{file}</code>
          </header>
          <p className={styles['fault']}>{reason}</p>
        </section>
      ))}
    </>
  )
}
