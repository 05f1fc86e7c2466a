import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { ImportResult } from '../../../shared/contract/share.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import { counted } from '../../ui/format.ts'
import { notify } from '../../ui/toasts.tsx'
import { Fault } from '../detail/fault.tsx'
import { Progress } from './progress.tsx'
import styles from './share.module.css'
import { useSharing } from './sharing.ts'
import { useTransfer } from './use-transfer.ts'

/** Takes a recording in: a file that is chosen, or dropped anywhere. */
export function ImportDialog({ file: given }: { file: File | null }) {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const goTo = useView((view) => view.goTo)
  const importThis = useSharing((sharing) => sharing.importThis)
  const close = () => importThis(null)
  const { share, error, run, end } = useTransfer()
  const [name, setName] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const take = async (file: File) => {
    setName(file.name)
    const taken = await run(async (transfer, signal) => {
      const headers = { 'content-type': 'application/octet-stream' }
      const init = { method: 'POST', body: file, headers, signal }
      const reply = await client.fetch(`/import?transfer=${transfer}`, init)
      return (await reply.json()) as ImportResult
    })
    if (taken === null) return
    notify({
      title: taken.known ? `${file.name} is here already` : `Imported ${file.name}`,
      description: taken.known
        ? 'Nothing was changed.'
        : `${counted(taken.turns, 'turn')}, ${counted(taken.calls, 'call')}${taken.redacted ? ', redacted' : ''}`,
    })
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
    close()
    goTo('sessions', taken.session)
  }
  const dropped = useRef(false)
  useEffect(() => {
    // Once for the file that it was opened with.
    if (given === null || dropped.current) return
    dropped.current = true
    void take(given)
  })

  return (
    <ModalDialog
      title="Import a recording"
      about="It is looked through first, whoever made it; then all of it comes in beside what is here, or nothing."
      onClose={close}
    >
      <DropZone onFile={(file) => void take(file)}>
        {share === null ? (
          <>
            <span>Drop a .spillway file here, or</span>
            <Button onClick={() => input.current?.click()}>
              <FileInput size={13} aria-hidden /> Choose a file…
            </Button>
          </>
        ) : (
          <Progress label={`Looking through ${name ?? 'it'}`} share={share} />
        )}
      </DropZone>
      <input
        ref={input}
        type="file"
        accept=".spillway"
        hidden
        aria-label="Recording"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again.
          target.value = ''
          if (file) void take(file)
        }}
      />
      <div className={styles['below']}>{error !== null && <Fault error={error} />}</div>
      <DialogButtons>
        {share === null ? (
          <Dialog.Close render={<Button>Close</Button>} />
        ) : (
          <Button onClick={end}>Cancel</Button>
        )}
      </DialogButtons>
    </ModalDialog>
  )
}

function DropZone({ onFile, children }: { onFile: (file: File) => void; children: React.ReactNode }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <div
      className={styles['drop']}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
