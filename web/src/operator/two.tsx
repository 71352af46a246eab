import type { ReactNode } from 'react'
import styles from './customers.module.css'

/** A value, and below it what else is known. */
export function Two({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.who}>
      {children}
      {note && <span className={styles.soft}>{note}</span>}
    </span>
  )
}
