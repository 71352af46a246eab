import type { ComponentProps } from 'react'
import styles from './visually-hidden.module.css'

/** A label for screen readers only. */
export const HIDDEN = styles.hidden

/** For screen readers only. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={HIDDEN} />
}
