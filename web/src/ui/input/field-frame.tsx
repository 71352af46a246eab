import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { HIDDEN } from '../text/visually-hidden.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './field.module.css'

export type FieldFrameProps = {
  label: ReactNode
  /** Keeps the label for screen readers only, for filter bars where the control speaks for itself. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** A text replaces the word, such as what may be given instead. */
  optional?: boolean | string
  /** A line below is reserved for the error so that nothing jumps; a filter without errors may omit it. */
  noMessage?: boolean
  className?: string
}

/** Attributes that connect a control to its label and message. */
export function fieldIds(id: string, { hint, error }: { hint?: ReactNode; error?: ReactNode }) {
  return {
    id,
    'aria-describedby': hint || error ? `${id}-message` : undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export function FieldFrame({
  id,
  label,
  hideLabel,
  hint,
  error,
  optional,
  noMessage,
  className,
  children,
}: FieldFrameProps & { id: string; children: ReactNode }) {
  const texts = useUiTexts()
  return (
    <div className={classNames(styles.field, hint && styles.hinted, className)}>
      <label id={`${id}-label`} htmlFor={id} className={hideLabel ? HIDDEN : styles.label}>
        {label}
        {optional && <span className={styles.optional}> ({optional === true ? texts.optional : optional})</span>}
      </label>
      {children}
      {!(noMessage && !hint && !error) && (
        <div id={`${id}-message`} className={classNames(styles.message, error && styles.error)} aria-live="polite">
          {error ? (
            <>
              <Icon name="alert" size={16} className={styles.errorIcon} />
              <span>{error}</span>
            </>
          ) : (
            hint
          )}
        </div>
      )}
    </div>
  )
}
