import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import { Fault } from '../detail/fault.tsx'
import styles from './connect-dialog.module.css'
import { ConnectableClient } from './connectable-client.tsx'

/** The clients on this machine, and what connecting each would change; nothing is changed before that was shown. */
export function ConnectDialog() {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const setOverlay = useView((view) => view.setOverlay)
  const { data, error } = useQuery(queries.connectable(client))
  const connect = async (id: string, title: string, plan: string) => {
    try {
      await client.call('connectClient', { client: id, plan })
      notify({ title: `${title} is connected`, description: 'Restart it if it runs.' })
    } catch (thrown) {
      notifyFailure(`${title} was not connected`, thrown)
    }
    await Promise.all(
      ['connectable', 'clients'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
  }
  return (
    <ModalDialog
      title="Connect a client"
      about={
        <>
          Each gets a token of its own. Its file is kept as it was: <code>spillway connect --undo</code>{' '}
          brings it back.
        </>
      }
      className={styles['dialog']}
      onClose={() => setOverlay(null)}
    >
      <div className={styles['clients']}>
        {error !== null && <Fault error={error} />}
        {data?.items.length === 0 && <p>No client that is known was found on this machine.</p>}
        {data?.items.map((one) => (
          <ConnectableClient
            key={one.client}
            found={one}
            onConnect={(plan) => void connect(one.client, one.title, plan)}
          />
        ))}
      </div>
      <DialogButtons>
        <Dialog.Close render={<Button>Done</Button>} />
      </DialogButtons>
    </ModalDialog>
  )
}
