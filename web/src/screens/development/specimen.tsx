import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './development.module.css'

/** One component in one state, with its name below it. */
export function Specimen({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classNames(styles.specimen, wide && styles.wide)}>
      <div className={styles.name}>{name}</div>
      <div className={styles.stage}>{children}</div>
    </div>
  )
}
