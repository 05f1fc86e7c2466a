import { MessageSquareQuote } from 'lucide-react'
import { useRef, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import { notifyFailure } from '../../ui/toasts.tsx'
import { type ImportedFile, importFile } from './transcript-file.ts'
import { TranscriptReport } from './transcript-report.tsx'

/** The way to take in what users asked. */
export function TranscriptImport() {
  const { client } = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [reports, setReports] = useState<readonly ImportedFile[] | null>(null)
  const [busy, setBusy] = useState(false)

  const take = async (files: readonly File[]) => {
    setBusy(true)
    const done: ImportedFile[] = []
    try {
      for (const file of files) done.push(await importFile(client, file))
    } catch (error) {
      notifyFailure('The transcript could not be imported', error)
    }
    setBusy(false)
    if (done.length > 0) setReports(done)
  }
  return (
    <>
      <Button disabled={busy} onClick={() => input.current?.click()}>
        <MessageSquareQuote size={13} aria-hidden /> {busy ? 'Reading…' : 'Import a transcript'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".jsonl,application/jsonl,application/x-ndjson"
        multiple
        hidden
        aria-label="Transcripts"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again.
          target.value = ''
          void take(files)
        }}
      />
      {reports !== null && <TranscriptReport files={reports} onClose={() => setReports(null)} />}
    </>
  )
}
