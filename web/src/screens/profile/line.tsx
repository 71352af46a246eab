import type { ReactNode } from 'react'
import styles from './profile.module.css'

type LineProps = {
  mark: ReactNode
  title: ReactNode
  note: ReactNode
  /** What can be done about it, at the far end. */
  action?: ReactNode
}

/** One thing of a list in a card: a mark, what it is, what is known about it. */
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
