import { Dialog } from '@base-ui/react/dialog'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import { counted } from '../../ui/format.ts'
import styles from './sessions-view.module.css'
import type { ImportedFile } from './transcript-file.ts'

/** What came of imported transcripts: what was found, and what was not. */
export function TranscriptReport({
  files,
  onClose,
}: {
  files: readonly ImportedFile[]
  onClose: () => void
}) {
  return (
    <ModalDialog title="Prompts from transcripts" onClose={onClose}>
      <div className={styles['reports']}>
        {files.map((file) => (
          <section key={file.name}>
            <h3>{file.name}</h3>
            {linesFor(file).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </div>
      <DialogButtons>
        <Dialog.Close render={<Button look="primary">Done</Button>} />
      </DialogButtons>
    </ModalDialog>
  )
}

function linesFor({ result, malformed, firstMalformed, cut }: ImportedFile): string[] {
  const [first] = firstMalformed
  const unread =
    first === undefined
      ? []
      : [`${counted(malformed, 'line')} could not be read; line ${first.line} is ${first.reason}`]
  if (result === null) return ['No transcript of Claude Code or Codex', ...unread]
  const { calls, matched, unmatched, foreign, turns } = result
  return [
    `${matched} of ${counted(calls, 'call')} found, ${counted(turns.prompted, 'turn')} given a prompt`,
    ...(turns.split > 0 ? [`${turns.split} of them new: a prompt came in the midst of a turn`] : []),
    ...(turns.kept > 0 ? [`${counted(turns.kept, 'turn')} left as they were`] : []),
    ...(unmatched > 0
      ? [`${counted(unmatched, 'call')} not recorded at that time with these arguments`]
      : []),
    ...(foreign > 0 ? [`${counted(foreign, 'call')} of tools that never went through here`] : []),
    ...unread,
    ...(cut ? ['There was more than is taken from one transcript'] : []),
  ]
}
