import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** Beside the title, such as a badge. */
  aside?: ReactNode
  note?: ReactNode
  /** At most one of them primary. */
  actions?: ReactNode
}

export function PageHeader({ title, aside, note, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {aside}
        </div>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
