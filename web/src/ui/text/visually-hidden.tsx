import type { ComponentProps } from 'react'
import styles from './visually-hidden.module.css'

/** For a label that is said, not shown. */
export const HIDDEN = styles.hidden

/** Said, not shown. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={HIDDEN} />
}
