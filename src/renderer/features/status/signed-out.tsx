import { Command } from '../../ui/command.tsx'
import { StatusPage } from './page.tsx'

/** A browser without a login: the daemon's tools see everything, so a page is let in only from the terminal. */
export function SignedOut() {
  return (
    <StatusPage title="Open it again from your terminal">
      <p>
        This tab is not signed in, or its login is over. Spillway shows what your agents read, so a page is
        let in only with a code from this machine, good once and for ten minutes.
      </p>
      <div>
        <Command text="spillway open" />
      </div>
    </StatusPage>
  )
}
