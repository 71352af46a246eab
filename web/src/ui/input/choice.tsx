import { type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import { HIDDEN } from '../text/visually-hidden.tsx'
import styles from './choice.module.css'

type Option<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  icon?: IconName
  disabled?: boolean
}

type ChoiceProps<Value extends string> = {
  label: string
  hideLabel?: boolean
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  name?: string
}

/** One of a few, each on its own line. */
export function RadioGroup<Value extends string>(props: ChoiceProps<Value>) {
  return <Choice {...props} className={styles.radios} optionClass={styles.radio} />
}

/** One of a few, side by side. Arrow keys move, since these are the browser's own radio buttons. */
export function Segmented<Value extends string>(
  props: Omit<ChoiceProps<Value>, 'hideLabel'> & { hideLabel?: boolean },
) {
  return (
    <Choice {...props} hideLabel={props.hideLabel ?? true} className={styles.segments} optionClass={styles.segment} />
  )
}

function Choice<Value extends string>(
  props: ChoiceProps<Value> & { className: string | undefined; optionClass: string | undefined },
) {
  const { label, hideLabel, options, value, onChange, name, className, optionClass } = props
  const ownName = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={hideLabel ? HIDDEN : styles.legend}>{label}</legend>
      <div className={className}>
        {options.map((option) => (
          <label key={option.value} className={optionClass}>
            <input
              type="radio"
              className={styles.input}
              name={name ?? ownName}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} size={16} />}
            <span>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
