import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import { useUiTexts } from '../texts.tsx'
import styles from './field.module.css'
import { FieldFrame, type FieldFrameProps, fieldIds } from './field-frame.tsx'

export type FieldProps = FieldFrameProps &
  Omit<ComponentProps<'input'>, 'className' | 'prefix'> & {
    type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'tel' | 'url' | 'date' | 'datetime-local'
    icon?: IconName
    /** A short text inside, before or after what is typed, such as a currency or a unit. */
    prefix?: ReactNode
    suffix?: ReactNode
  }

/** A labelled input. A password gets its show/hide toggle automatically. */
export function Field(props: FieldProps) {
  const { label, hideLabel, hint, error, optional, noMessage, className, icon, prefix, suffix, type, ...input } = props
  const ownId = useId()
  const id = input.id ?? ownId
  const [shown, setShown] = useState(false)
  const isPassword = type === 'password'
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, optional, noMessage, className }}>
      <div className={classNames(styles.box, error && styles.bad)}>
        {icon && <Icon name={icon} size={16} className={styles.icon} />}
        {prefix && <span className={styles.affix}>{prefix}</span>}
        <input
          {...input}
          {...fieldIds(id, { hint, error })}
          type={isPassword && shown ? 'text' : type}
          className={classNames(styles.input, type === 'number' && styles.number)}
        />
        {suffix && <span className={styles.affix}>{suffix}</span>}
        {isPassword && <Reveal shown={shown} onToggle={() => setShown(!shown)} />}
      </div>
    </FieldFrame>
  )
}

function Reveal({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  const texts = useUiTexts()
  return (
    <button
      type="button"
      className={styles.reveal}
      aria-label={shown ? texts.hidePassword : texts.showPassword}
      onClick={onToggle}
    >
      <Icon name={shown ? 'eye-off' : 'eye'} />
    </button>
  )
}
