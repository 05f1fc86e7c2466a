import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useSharing } from './sharing.ts'
import { useDroppedFile } from './use-dropped-file.ts'

/** The dialogs of files that go out and come in, one at a time. */
export function ShareDialogs() {
  const { exporting, importing } = useSharing()
  useDroppedFile()
  if (exporting !== null) return <ExportDialog what={exporting} />
  if (importing !== null) return <ImportDialog file={importing === 'choose' ? null : importing} />
  return null
}
