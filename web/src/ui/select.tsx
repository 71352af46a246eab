import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldFrameProps, fieldIds } from './field-frame.tsx'
import { Icon } from './icon.tsx'
import styles from './select.module.css'

export type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectProps = FieldFrameProps &
  Omit<ComponentProps<'select'>, 'className' | 'children' | 'size'> & {
    options: readonly SelectOption[]
    /** Shown while nothing is chosen; cannot be chosen itself. */
    placeholder?: string
    size?: 'small' | 'medium'
  }

/** The browser's own select, dressed: on a phone it opens the wheel people know. */
export function Select(props: SelectProps) {
  const { label, hideLabel, hint, error, optional, noMessage, className, options, placeholder, size, ...select } = props
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, optional, noMessage, className }}>
      <div className={styles.box}>
        <select
          {...select}
          {...fieldIds(id, { hint, error })}
          className={classNames(styles.select, size === 'small' && styles.small)}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={16} className={styles.arrow} />
      </div>
    </FieldFrame>
  )
}
