import styles from './figures.module.css'

interface FigureProps {
  label: string
  /** Undefined until it is known. */
  value: string | undefined
  beside: string | undefined
  main?: boolean
}

/** One number with what it counts over it and what it is measured against beside it. */
export function Figure({ label, value, beside, main = false }: FigureProps) {
  return (
    <div className={styles['figure']} data-main={main}>
      <small>{label}</small>
      <p>
        <strong>{value ?? <span className={styles['blank']} />}</strong>
        <span>{beside}</span>
      </p>
    </div>
  )
}
