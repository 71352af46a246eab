import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

/** A state in a word. The dot only supports the word. */
export function Badge({ tone = 'neutral', dot, children }: { tone?: BadgeTone; dot?: boolean; children: ReactNode }) {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      {dot && <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  )
}
