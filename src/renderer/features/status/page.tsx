import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import styles from './page.module.css'

/** A state that has nothing else to show: what it is, why, and what to do. */
export function StatusPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <div className={styles['card']}>
        <Logo className={styles['logo']} />
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}
