import type { ReactNode } from 'react'
import { CloseButton } from './close-button.tsx'
import pane from './detail-pane.module.css'

interface TitleProps {
  children: ReactNode
  /** What can be done with it first of all. */
  action?: ReactNode
}

/** What a pane is about, and the way out of it. */
export function PaneTitle({ children, action }: TitleProps) {
  return (
    <div className={pane['title']}>
      <h2>{children}</h2>
      {action}
      <CloseButton />
    </div>
  )
}
