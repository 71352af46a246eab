import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './development.module.css'

type SpecimenProps = {
  name: string
  wide?: boolean
  /** Without a frame, for specimens that bring their own. */
  bare?: boolean
  children: ReactNode
}

/** One component in one state, with its name above it. */
export function Specimen({ name, wide, bare, children }: SpecimenProps) {
  return (
    <div className={classNames(styles.specimen, wide && styles.wide)}>
      <div className={styles.name}>{name}</div>
      {bare ? children : <div className={styles.stage}>{children}</div>}
    </div>
  )
}
