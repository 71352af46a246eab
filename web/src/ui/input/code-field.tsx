import { type ComponentProps, type InputEvent, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldFrameProps, fieldIds } from './field-frame.tsx'

type CodeFieldProps = FieldFrameProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'maxLength'> & {
    length: number
    /** Digits open the number keys of a phone; other characters are capitalised. */
    kind?: 'digits' | 'letters'
  }

/**
 * A code from a mail or an app, in one field: pasting, filling in by the browser and screen readers work, which they do not
 * with a box per character. The value is the input's own; blanks and dashes fall away as they come.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, hideLabel, hint, error, optional, noMessage, className, length, kind = 'digits', ...input } = props
  const ownId = useId()
  const id = input.id ?? ownId

  function tidy(event: InputEvent<HTMLInputElement>) {
    const field = event.currentTarget
    const stored = tidyCode(field.value, length, kind)
    if (stored !== field.value) field.value = stored
    input.onInput?.(event)
  }

  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, optional, noMessage, className }}>
      <div className={classNames(styles.box, styles.codeBox, error && styles.bad)}>
        <input
          {...input}
          {...fieldIds(id, { hint, error })}
          type="text"
          inputMode={kind === 'digits' ? 'numeric' : 'text'}
          autoComplete={input.autoComplete ?? 'one-time-code'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          onInput={tidy}
          className={classNames(styles.input, styles.code)}
        />
      </div>
    </FieldFrame>
  )
}

/** The part of a typed or pasted text that belongs to a code: '123-456' and ' 123 456 ' are both 123456. */
export function tidyCode(text: string, length: number, kind: 'digits' | 'letters'): string {
  const marks = kind === 'digits' ? /\D/g : /[^\p{L}\p{N}]/gu
  return text.replaceAll(marks, '').toUpperCase().slice(0, length)
}
