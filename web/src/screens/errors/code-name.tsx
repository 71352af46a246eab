import type { StatusClass } from '@portico/contract/usage.ts'
import type { ReactNode } from 'react'
import { STATUS_TONES } from '#traffic/status-words.ts'
import { Badge } from '#ui/show/badge.tsx'
import styles from './errors.module.css'

/** A code and what it is called, with a line below. */
export function CodeName(props: { code: number; class: StatusClass; title: string; note?: ReactNode }) {
  return (
    <span className={styles.codeName}>
      <Badge tone={STATUS_TONES[props.class]}>{props.code}</Badge>
      {props.title}
      {props.note && <span className={styles.below}>{props.note}</span>}
    </span>
  )
}
