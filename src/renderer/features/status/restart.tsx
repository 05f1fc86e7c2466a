import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { notifyFailure } from '../../ui/toasts.tsx'
import { useDaemon } from './daemon.ts'

/** What to do about a daemon that is down: a button where the host can start one, else the command. */
export function Restart() {
  const { restart } = useDaemon()
  const [busy, setBusy] = useState(false)
  if (restart === null) return <Command text="spillway serve" />

  const run = async () => {
    setBusy(true)
    try {
      await restart()
    } catch (error) {
      notifyFailure('The daemon could not be started', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="primary" disabled={busy} onClick={() => void run()}>
      <RotateCw size={13} aria-hidden /> {busy ? 'Starting…' : 'Restart'}
    </Button>
  )
}
