import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './empty-line.module.css'

/** An empty list beside others takes one line. */
export function EmptyLine({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <div className={styles.title}>{title}</div>
      <div className={styles.text}>{children}</div>
    </div>
  )
}
