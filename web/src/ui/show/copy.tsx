import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Button, IconButton } from '../input/button.tsx'
import { Breakable } from '../text/breakable.tsx'
import { HIDDEN, VisuallyHidden } from '../text/visually-hidden.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './copy.module.css'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = {
  text: string
  /** The name of the copied value, for screen readers: 'API login'. */
  what?: string
  /** Shows the word beside the icon. */
  worded?: boolean
  onCopied?: () => void
}

export function CopyButton({ text, what, worded, onCopied }: CopyButtonProps) {
  const texts = useUiTexts()
  const [state, copy] = useCopy()
  const message = state === 'copied' ? texts.copied : state === 'failed' ? texts.copyFailed : ''
  const label = what ? `${texts.copy} ${what}` : texts.copy
  const icon = state === 'copied' ? 'check' : 'copy'
  const shared = {
    size: 'small' as const,
    className: classNames(state === 'copied' && styles.done),
    onClick: () => copy(text).then(onCopied),
  }
  return (
    <>
      {worded ? (
        <Button {...shared} icon={icon} aria-label={label}>
          <span className={styles.words}>
            <span className={classNames(message && styles.away)}>{texts.copy}</span>
            <span className={classNames(!message && styles.away)}>{message || texts.copied}</span>
          </span>
        </Button>
      ) : (
        <IconButton {...shared} icon={icon} label={label} />
      )}
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </>
  )
}

type CopyFieldProps = {
  label: ReactNode
  value: string
  what?: string
  mono?: boolean
  hideLabel?: boolean
  actions?: ReactNode
}

/** A value that people copy, with its copy button. */
export function CopyField({ label, value, what, mono = true, hideLabel, actions }: CopyFieldProps) {
  const id = useId()
  const name = what ?? (typeof label === 'string' ? label : undefined)
  return (
    <div className={styles.field}>
      <div id={id} className={hideLabel ? HIDDEN : styles.label}>
        {label}
      </div>
      <div className={styles.box}>
        <output aria-labelledby={id} className={classNames(styles.value, mono && styles.mono)}>
          <Breakable text={value} />
        </output>
        {actions}
        <CopyButton text={value} what={name} />
      </div>
    </div>
  )
}
