import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldFrameProps, fieldIds } from './field-frame.tsx'

type TextAreaProps = FieldFrameProps & Omit<ComponentProps<'textarea'>, 'className'> & { mono?: boolean }

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, optional, noMessage, className, mono, rows = 4, ...area } = props
  const ownId = useId()
  const id = area.id ?? ownId
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, optional, noMessage, className }}>
      <div className={classNames(styles.box, error && styles.bad)}>
        <textarea
          {...area}
          {...fieldIds(id, { hint, error })}
          rows={rows}
          className={classNames(styles.input, styles.area, mono && styles.mono)}
        />
      </div>
    </FieldFrame>
  )
}
