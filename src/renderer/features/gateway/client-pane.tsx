import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Client } from '../../../shared/contract/access.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import { PaneTitle } from '../detail/pane-title.tsx'
import pane from '../detail/detail-pane.module.css'
import { SidePane } from '../detail/side-pane.tsx'
import styles from './server-pane.module.css'
import { TokenOnce } from './token-once.tsx'

/** One client: when it came, and what can be done with its token. */
export function ClientPane({ id }: { id: string }) {
  const { client } = useServices()
  const { data } = useQuery(queries.clients(client))
  const found = data?.items.find((one) => one.id === id)
  return (
    <SidePane label="Client">
      {found === undefined ? (
        data !== undefined && <p className={styles['none']}>This client was revoked.</p>
      ) : (
        <Opened found={found} />
      )}
    </SidePane>
  )
}

function Opened({ found: { id, name, createdAt, lastSeenAt } }: { found: Client }) {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const select = useView((view) => view.select)
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null)
  const [token, setToken] = useState<string | null>(null)

  const rotate = async () => {
    try {
      setToken((await client.call('rotateClient', { id })).token)
    } catch (error) {
      notifyFailure('The token was not changed', error)
    }
  }
  const revoke = async () => {
    try {
      await client.call('deleteClient', { id })
      notify({ title: `${name} was revoked` })
      select(null)
    } catch (error) {
      notifyFailure(`${name} was not revoked`, error)
    }
    await queryClient.invalidateQueries({ queryKey: ['clients'] })
  }

  return (
    <header className={pane['header']}>
      <PaneTitle>{name}</PaneTitle>
      <p className={pane['facts']}>
        <code>{id}</code> · made {formatMoment(Date.parse(createdAt))} ·{' '}
        {lastSeenAt === null ? 'never seen' : `last seen ${formatMoment(Date.parse(lastSeenAt))}`}
      </p>
      <div className={pane['actions']}>
        <Button onClick={() => setAsked('rotate')}>
          <KeyRound size={13} aria-hidden /> New token…
        </Button>
        <Button look="danger" onClick={() => setAsked('revoke')}>
          <Trash2 size={13} aria-hidden /> Revoke…
        </Button>
      </div>
      {token !== null && <TokenOnce token={token} />}
      {asked === 'rotate' && (
        <Ask
          title={`A new token for ${name}?`}
          does="Make a new token"
          onYes={() => void rotate()}
          onClose={() => setAsked(null)}
        >
          The one that it has stops working at once. What it stored stays its own.
        </Ask>
      )}
      {asked === 'revoke' && (
        <Ask
          title={`Revoke ${name}?`}
          does="Revoke"
          onYes={() => void revoke()}
          onClose={() => setAsked(null)}
        >
          Its token stops working at once. What it stored stays until its life is over.
        </Ask>
      )}
    </header>
  )
}
