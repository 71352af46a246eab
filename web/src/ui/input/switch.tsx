import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { HIDDEN } from '../text/visually-hidden.tsx'
import styles from './switch.module.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  /** The label is at the left and the switch at the far right, as in a list of settings. */
  spread?: boolean
}

/** On or off at once, without a Save. */
export function Switch({ label, hideLabel, hint, spread, className, ...input }: SwitchProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const hintId = `${id}-hint`
  return (
    <div className={classNames(styles.switch, spread && styles.spread, className)}>
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox announces automatically whether it is checked
        role="switch"
        aria-describedby={hint ? hintId : undefined}
        className={styles.track}
      />
      <div className={hideLabel ? HIDDEN : styles.words}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <div id={hintId} className={styles.hint}>
            {hint}
          </div>
        )}
      </div>
    </div>
  )
}
