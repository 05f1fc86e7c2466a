import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'danger' | 'quiet'
}

/** The one button of the app: `plain` unless it is the main thing to do, dangerous, or beside the point. */
export function Button({ look = 'plain', className, ...props }: ButtonProps) {
  return (
    <button type="button" {...props} className={`${styles['button']} ${className ?? ''}`} data-look={look} />
  )
}
