import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import styles from './read-only.module.css'

/** Why nothing can be changed here, in a sentence: a recording is only looked at. Null where a home is open. */
export function useReadOnly(): string | null {
  const { client } = useServices()
  const { data } = useQuery(queries.viewing(client))
  const viewing = data?.viewing ?? null
  return viewing === null ? null : `${viewing.name} is only looked at: import it to change anything`
}

/** What changes something: shown over a recording too, but of no use there, and it says why. */
export function Writes({ children }: { children: ReactNode }) {
  const why = useReadOnly()
  if (why === null) return children
  return (
    <fieldset className={styles['writes']} disabled title={why}>
      {children}
    </fieldset>
  )
}
