import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { notify } from '../../ui/toasts.tsx'
import { Fault } from '../detail/fault.tsx'
import { FORMATS, type Format, FormatChoice } from './format-choice.tsx'
import { Progress } from './progress.tsx'
import { RedactChoice } from './redact-choice.tsx'
import styles from './share.module.css'
import { type Shared, useSharing } from './sharing.ts'
import { useTransfer } from './use-transfer.ts'

/** Writes a turn or a session to a file: as what, and whether redacted. */
export function ExportDialog({ what }: { what: Shared }) {
  const { client } = useServices()
  const exportThis = useSharing((sharing) => sharing.exportThis)
  const close = () => exportThis(null)
  const [format, setFormat] = useState<Format>('spillway')
  const [redact, setRedact] = useState(false)
  const { share, error, run, end } = useTransfer()

  const save = async () => {
    const { name: _, ...which } = what
    const file = await run(async (transfer, signal) => {
      const query = new URLSearchParams({ ...which, format, redact: String(redact), transfer })
      const reply = await client.fetch(`/export?${query}`, { signal })
      return { name: nameOf(reply), bytes: await reply.blob() }
    })
    if (file === null) return
    download(file.bytes, file.name)
    notify({ title: `Exported ${what.name}`, description: file.name })
    close()
  }

  return (
    <ModalDialog
      title={<>Export {what.name}</>}
      about="Prompts, arguments and contents go into the file as they were stored, in clear."
      onClose={close}
    >
      <FormatChoice format={format} onChange={setFormat} />
      <RedactChoice redact={redact} onChange={setRedact} />
      <div className={styles['below']} aria-live="polite">
        {error !== null && <Fault error={error} />}
        {share !== null && <Progress label={`Writing ${FORMATS[format].file}`} share={share} />}
      </div>
      <DialogButtons>
        {share === null ? (
          <Dialog.Close render={<Button>Close</Button>} />
        ) : (
          <Button onClick={end}>Cancel</Button>
        )}
        <Button look="primary" disabled={share !== null} onClick={() => void save()}>
          Export
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}

const nameOf = (reply: Response): string =>
  /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? 'recording.spillway'
