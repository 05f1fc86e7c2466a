import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../../ui/dialog.tsx'
import { notifyFailure } from '../../../ui/toasts.tsx'
import { ServedReport } from './served-report.tsx'

interface ServeProps {
  /** A turn or a session. */
  of: string
  onClose: () => void
}

/** Serves a turn or a session as an MCP server, or tells how the one that is served does. It goes on when this is closed. */
export function ServeDialog({ of, onClose }: ServeProps) {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const whole = of.startsWith('s_')
  const { data } = useQuery(queries.servedReplays(client))
  const served = data?.items.find(({ turn, session }) =>
    whole ? turn === null && session === of : turn === of,
  )
  const attempt = async (words: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notifyFailure(words, error)
    }
    await queryClient.invalidateQueries({ queryKey: ['served-replays'] })
  }
  const start = () =>
    attempt('It cannot be served', () => client.call('startReplay', whole ? { session: of } : { turn: of }))
  const what = whole ? 'this session' : 'this turn'
  return (
    <ModalDialog
      title={served === undefined ? `Serve ${what}` : `Serving ${served.title}`}
      about="An agent that connects finds the tools as they were offered, and each call is answered as it was then. No server runs."
      onClose={onClose}
    >
      {served !== undefined && <ServedReport id={served.id} />}
      <DialogButtons>
        <Dialog.Close render={<Button>Close</Button>} />
        {served === undefined ? (
          <Button look="primary" disabled={data === undefined} onClick={() => void start()}>
            Serve
          </Button>
        ) : (
          <Button
            onClick={() =>
              void attempt('It was not stopped', () => client.call('stopReplay', { id: served.id }))
            }
          >
            Stop serving
          </Button>
        )}
      </DialogButtons>
    </ModalDialog>
  )
}
