import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { useView } from '../../../state/view.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../../ui/dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { notify, notifyFailure } from '../../../ui/toasts.tsx'
import { Fault } from '../../detail/fault.tsx'
import { Change } from '../change.tsx'
import styles from './import-dialog.module.css'
import { ImportSources } from './import-sources.tsx'
import { ProjectFolder } from './project-folder.tsx'

const NOTHING: ReadonlySet<string> = new Set()

/** The servers of other clients, what each would run, and the exact change that taking some over makes. */
export function ImportDialog() {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const setOverlay = useView((view) => view.setOverlay)
  const [project, setProject] = useState('')
  const [chosen, setChosen] = useState(NOTHING)
  const [writing, setWriting] = useState(false)
  const { data, error } = useQuery(queries.importable(client, project))
  const open = useMemo(() => data?.items.filter(({ state }) => state === 'open') ?? [], [data])
  const servers = open.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const wanted = { servers, ...(project !== '' && { project }) }
  const plan = useQuery({ ...queries.importPlan(client, wanted), enabled: servers.length > 0 && !writing })

  const write = async (shown: string) => {
    setWriting(true)
    try {
      const { names } = await client.call('importServers', { ...wanted, plan: shown })
      notify({
        title: `${counted(names.length, 'server')} behind the gateway`,
        description: `${names.join(', ')}. Their clients still have them too, until you take them out there.`,
      })
      setOverlay(null)
    } catch (thrown) {
      notifyFailure('No server was taken over', thrown)
    }
    await queryClient.invalidateQueries({ queryKey: ['importable'] })
    setWriting(false)
  }

  return (
    <ModalDialog
      title="Take over MCP servers"
      about="From the files of your clients, which stay as they are. What looks like a secret is masked here, and written whole."
      className={styles['dialog']}
      onClose={() => setOverlay(null)}
    >
      <ProjectFolder onChange={setProject} />
      <div className={styles['sources']}>
        {error !== null && <Fault error={error} />}
        {data !== undefined && <ImportSources found={data} chosen={chosen} onChange={setChosen} />}
      </div>
      <div className={styles['plan']} aria-live="polite">
        {servers.length === 0 ? (
          <p>Choose some, and the change of config.json is shown here.</p>
        ) : plan.error !== null ? (
          <Fault error={plan.error} />
        ) : (
          plan.data && <Change label={`Change to ${plan.data.file}`} text={plan.data.change} />
        )}
      </div>
      <DialogButtons>
        <Button
          disabled={open.every(({ hostile }) => hostile)}
          onClick={() => setChosen(new Set(open.filter(({ hostile }) => !hostile).map(({ id }) => id)))}
        >
          Choose all of mine
        </Button>
        <span className={styles['gap']} />
        <Dialog.Close render={<Button>Cancel</Button>} />
        <Button
          look="primary"
          disabled={servers.length === 0 || plan.data === undefined || writing}
          onClick={() => plan.data && void write(plan.data.plan)}
        >
          {servers.length === 0 ? 'Take over' : `Take over ${counted(servers.length, 'server')}`}
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}
