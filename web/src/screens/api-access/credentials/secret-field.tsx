import type { ReactNode } from 'react'
import { useId } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { IconButton } from '#ui/input/button.tsx'
import { useCopy } from '#ui/show/use-copy.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from '../api-access.module.css'
import type { Secret, SecretState } from './use-secret.ts'

const DOTS = '••••••••••••••••'

type SecretFieldProps = {
  label: string
  state: SecretState
  /** The part of the secret it holds. */
  part: keyof Secret
  /** Precedes the value and is copied with it: `Basic `. */
  prefix?: string
  /** Replaces the dots where there is nothing to show. */
  instead?: string | undefined
  /** Left of Copy. */
  action?: ReactNode
}

/** A value that is shown on demand and can be copied unseen. */
export function SecretField({ label, state, part, prefix = '', instead, action }: SecretFieldProps) {
  const t = useT()
  const id = useId()
  const [copied, copy] = useCopy()
  const value = state.shown && `${prefix}${state.shown.secret[part]}`
  const message = copied === 'copied' ? t('Copied') : copied === 'failed' ? t('Could not copy') : ''
  return (
    <div className={styles.secret}>
      <div id={id} className={styles.secretLabel}>
        {label}
      </div>
      <div className={styles.secretBox}>
        <output
          aria-labelledby={id}
          // A screen reader must not read a secret out automatically.
          aria-live="off"
          className={instead && !value ? styles.secretInstead : styles.secretValue}
        >
          {value ?? instead ?? (
            <>
              <span aria-hidden>{`${prefix}${DOTS}`}</span>
              <VisuallyHidden>{t('hidden')}</VisuallyHidden>
            </>
          )}
        </output>
        {(value || !instead) && (
          <span className={styles.secretActions}>
            {action}
            <IconButton
              size="small"
              icon={copied === 'copied' ? 'check' : 'copy'}
              label={`${t('Copy')} ${label}`}
              onClick={() => state.use((secret) => copy(`${prefix}${secret[part]}`))}
            />
          </span>
        )}
        <VisuallyHidden role="status">{message}</VisuallyHidden>
      </div>
    </div>
  )
}
