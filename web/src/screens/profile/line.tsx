import type { ReactNode } from 'react'
import styles from './profile.module.css'

type LineProps = {
  mark: ReactNode
  title: ReactNode
  note: ReactNode
  /** The actions, at the far end. */
  action?: ReactNode
}

/** One item of a list in a card: an icon, its name and details. */
export function Line({ mark, title, note, action }: LineProps) {
  return (
    <li className={styles.line}>
      <span className={styles.lineMark}>{mark}</span>
      <div className={styles.lineWords}>
        <div className={styles.lineTitle}>{title}</div>
        <div className={styles.lineNote}>{note}</div>
      </div>
      {action}
    </li>
  )
}
