import type { CSSProperties, ReactNode } from 'react'
import { useView } from '../../state/view.ts'
import { Splitter } from '../../ui/splitter.tsx'
import styles from './detail-pane.module.css'

/** What is open in a view: beside its list, over it where the window is narrow. Escape closes it from anywhere inside. */
export function SidePane({ label, children }: { label: string; children: ReactNode }) {
  const { detailWidth, setDetailWidth, select } = useView()
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
          select(null)
          document.querySelector<HTMLElement>('main [data-list]')?.focus()
        }}
      >
        {children}
      </aside>
    </>
  )
}
