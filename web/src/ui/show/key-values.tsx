import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './key-values.module.css'

export type KeyValue = { key: string; label: ReactNode; value: ReactNode; numeric?: boolean }

/** The facts about one item, a line each. */
export function KeyValues({ items, dense }: { items: readonly KeyValue[]; dense?: boolean }) {
  return (
    <dl className={classNames(styles.list, dense && styles.dense)}>
      {items.map((item) => (
        <div key={item.key} className={styles.line}>
          <dt className={styles.label}>{item.label}</dt>
          <dd className={classNames(styles.value, item.numeric && styles.numeric)}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
