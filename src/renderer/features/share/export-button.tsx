import { Share } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { type Shared, useSharing } from './sharing.ts'

/** Opens the dialog that writes a turn or a session to a file. */
export function ExportButton({ what, words }: { what: Shared; words?: string }) {
  const exportThis = useSharing((sharing) => sharing.exportThis)
  return (
    <Button
      look={words === undefined ? 'quiet' : 'plain'}
      {...(words === undefined && { 'aria-label': `Export ${what.name}` })}
      onClick={() => exportThis(what)}
    >
      <Share size={13} aria-hidden /> {words}
    </Button>
  )
}
