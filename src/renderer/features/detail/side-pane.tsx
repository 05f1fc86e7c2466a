import type { CSSProperties, ReactNode } from 'react'
import { useView } from '../../state/view.ts'
import { Splitter } from '../../ui/splitter.tsx'
import { ClosePane } from './close-pane.ts'
import styles from './detail-pane.module.css'

interface PaneProps {
  label: string
  /** Closes what the view has open, unless told otherwise. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** What is open in a view: beside its list, over it where the window is narrow. Escape closes it from anywhere inside. */
export function SidePane({ label, onClose, children }: PaneProps) {
  const { detailWidth, setDetailWidth, select } = useView()
  const close = onClose ?? (() => select(null))
  return (
    <>
      <Splitter width={detailWidth} onResize={setDetailWidth} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <aside
        className={styles['pane']}
        style={{ '--width': `${detailWidth}px` } as CSSProperties}
        aria-label={label}
        data-detail
        tabIndex={-1}
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return
          close()
          document.querySelector<HTMLElement>('main [data-list]')?.focus()
        }}
      >
        <ClosePane value={close}>{children}</ClosePane>
      </aside>
    </>
  )
}
