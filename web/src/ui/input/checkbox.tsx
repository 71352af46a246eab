import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { HIDDEN } from '../text/visually-hidden.tsx'
import styles from './checkbox.module.css'
import { fieldIds } from './field-frame.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** May hold links: pressing a link follows it and leaves the box alone. */
  label: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** Reserves a line below for the error, where the box may be refused. */
  reserveMessage?: boolean
  /** Some but not all of its items are chosen. */
  mixed?: boolean
}

export function Checkbox(props: CheckboxProps) {
  const { label, hideLabel, hint, error, reserveMessage, mixed = false, className, ...input } = props
  const ownId = useId()
  const id = input.id ?? ownId
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <div className={classNames(styles.checkbox, className)}>
      <input {...input} {...fieldIds(id, { hint, error })} ref={box} type="checkbox" className={styles.box} />
      <label htmlFor={id} className={hideLabel ? HIDDEN : styles.label}>
        {label}
      </label>
      {(hint || error || reserveMessage) && (
        <div id={`${id}-message`} className={classNames(styles.message, error && styles.error)} aria-live="polite">
          {error ?? hint}
        </div>
      )}
    </div>
  )
}
