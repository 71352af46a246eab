import { may } from '@portico/contract/permissions.ts'
import { useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import type { Credentials } from '../access-queries.ts'
import styles from '../api-access.module.css'
import type { SecretState } from './use-secret.ts'

type CredentialsNotesProps = { credentials: Credentials; secret: SecretState; isActing: boolean }

/** Notes about the password above. */
export function CredentialsNotes({ credentials, secret, isActing }: CredentialsNotesProps) {
  const t = useT()
  const { text } = useTimes()
  const { password_since, overlap_until, can_show, role } = credentials
  const maySee = may(role, 'see_api_password')
  const hides_at_ms = secret.shown?.hides_at_ms
  const isShownOnce = secret.shown && hides_at_ms === undefined && !can_show
  return (
    <div className={styles.notes}>
      {isShownOnce && (
        <Banner
          tone="warn"
          live
          action={
            <Button size="small" onClick={secret.hide}>
              {t('I’ve copied it')}
            </Button>
          }
        >
          {t('Copy the new password now. It is not stored and cannot be shown again.')}
        </Banner>
      )}
      {overlap_until && (
        <Banner>{t('The previous password works until {date}.', { date: text('named', overlap_until) })}</Banner>
      )}
      {isActing && (
        <Banner>{t('While you act as a customer, passwords and secrets cannot be shown or created.')}</Banner>
      )}
      {!isActing && !maySee && (
        <Banner>{t('Owners, admins and developers of this login can see and change its password.')}</Banner>
      )}
      {!isActing && maySee && !can_show && password_since && !isShownOnce && (
        <Banner>{t('Passwords are not stored here. If you have lost yours, create a new one.')}</Banner>
      )}
    </div>
  )
}

/** Right below the password, since the two are mixed up more than anything else. */
export function PasswordNote({ credentials, secret }: Omit<CredentialsNotesProps, 'isActing'>) {
  const t = useT()
  const { text } = useTimes()
  const { password_since } = credentials
  const hides_at_ms = secret.shown?.hides_at_ms
  return (
    <p className={styles.note}>
      <strong>{t('This is not your sign-in password.')}</strong>{' '}
      {password_since && t('Active since {date}.', { date: text('named', password_since) })}{' '}
      {hides_at_ms !== undefined && <SecretCountdown until_ms={hides_at_ms} />}
    </p>
  )
}

/** A timer by its role: screen readers read it on request, not every second. */
function SecretCountdown({ until_ms }: { until_ms: number }) {
  const t = useT()
  const count = useSecondsLeft(until_ms)
  return <span role="timer">{t('Hides in {count} s.', { count })}</span>
}

/** Whole seconds until then, counted down as they pass. */
function useSecondsLeft(until_ms: number): number {
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until_ms - now_ms) / 1_000))
}
