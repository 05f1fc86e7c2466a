import { FileInput } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import top from '../frame/top-bar.module.css'
import { TranscriptImport } from '../sessions/transcript-import.tsx'
import { Writes } from './read-only.tsx'
import { useSharing } from './sharing.ts'

/** The sessions' own bar: what came from elsewhere joins them. */
export function SessionsBar() {
  const importThis = useSharing((sharing) => sharing.importThis)
  return (
    <>
      <h1 className={top['title']}>Sessions</h1>
      <Writes>
        <TranscriptImport />
        <Button onClick={() => importThis('choose')}>
          <FileInput size={13} aria-hidden /> Import…
        </Button>
      </Writes>
    </>
  )
}
