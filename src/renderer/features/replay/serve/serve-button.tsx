import { RadioTower } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ServeDialog } from './serve-dialog.tsx'

/** Serves what is replayed to an agent, in the place of the real servers. */
export function ServeButton({ of }: { of: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RadioTower size={13} aria-hidden /> Serve…
      </Button>
      {open && <ServeDialog of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
