import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import { FieldFrame, type FieldFrameProps, fieldIds } from './field-frame.tsx'
import styles from './select.module.css'

export type SelectOption = {
  value: string
  label: string
  disabled?: boolean
  /** Options of one group are listed below its name; those without one are listed alone. */
  group?: string | undefined
}

type SelectProps = FieldFrameProps &
  Omit<ComponentProps<'select'>, 'className' | 'children' | 'size'> & {
    options: readonly SelectOption[]
    /** Shown while nothing is chosen; cannot be chosen itself. */
    placeholder?: string
    size?: 'small' | 'medium'
    /** Names the choice where the label is not shown. */
    icon?: IconName
  }

/** The browser's own select, dressed: on a phone it opens the wheel people know. */
export function Select(props: SelectProps) {
  const { label, hideLabel, hint, error, optional, noMessage, className, options, placeholder, size, icon, ...select } =
    props
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, optional, noMessage, className }}>
      <div className={styles.box}>
        {icon && <Icon name={icon} size={16} className={styles.icon} />}
        <select
          {...select}
          {...fieldIds(id, { hint, error })}
          className={classNames(styles.select, size === 'small' && styles.small, icon && styles.marked)}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {grouped(options).map(({ group, members }) =>
            group ? (
              <optgroup key={group} label={group}>
                {members.map(drawOption)}
              </optgroup>
            ) : (
              members.map(drawOption)
            ),
          )}
        </select>
        <Icon name="chevron-down" size={16} className={styles.arrow} />
      </div>
    </FieldFrame>
  )
}

function drawOption({ value, label, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}

/** Neighbours of one group together, in the order they came. */
function grouped(options: readonly SelectOption[]): { group: string | undefined; members: SelectOption[] }[] {
  const groups: { group: string | undefined; members: SelectOption[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.members.push(option)
    else groups.push({ group: option.group, members: [option] })
  }
  return groups
}
