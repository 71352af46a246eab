import type { TwoFactorState } from '@portico/contract/two-factor.ts'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { useI18n } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { Line } from './line.tsx'
import styles from './profile.module.css'

const loadTurnOn = async () => (await import('./turn-on-factor.tsx')).TurnOnFactor
const loadTurnOff = async () => (await import('./turn-off-factor.tsx')).TurnOffFactor
const loadRenew = async () => (await import('./renew-recovery-codes.tsx')).RenewRecoveryCodes

/** Fewer than these, and it is time for new ones. */
const FEW_CODES = 3

type Open = 'turn-on' | 'turn-off' | 'renew'

/** A code of an authenticator app beside the password. Staff have theirs from the operator: for them there is no card. */
export function TwoFactorCard({ state, hasPassword }: { state: TwoFactorState; hasPassword: boolean }) {
  const { t } = useI18n()
  const { text } = useTimes()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  if (!state) return null
  const { since, recovery_codes_left } = state
  return (
    <Card
      id="two-factor"
      className={cards.card}
      title={t('Two-factor authentication')}
      note={t('A code from an app on your phone, asked for at every sign-in. API access is not affected.')}
    >
      <ul className={styles.lines}>
        <Line
          mark={<Icon name="phone" />}
          title={
            <>
              {t('Authenticator app')}
              <Badge tone={since ? 'good' : 'neutral'}>{since ? t('On') : t('Off')}</Badge>
            </>
          }
          note={since ? t('On since {date}', { date: text('date', since) }) : offNote()}
          action={
            since ? (
              <Button size="small" onClick={() => setOpen('turn-off')}>
                {t('Turn off')}
              </Button>
            ) : (
              hasPassword && (
                <Button size="small" tone="primary" onClick={() => setOpen('turn-on')}>
                  {t('Turn on')}
                </Button>
              )
            )
          }
        />
        {since && (
          <Line
            mark={<Icon name="key" />}
            title={t('Recovery codes')}
            note={t('{count} of 10 left. Each signs you in once if you don’t have your phone.', {
              count: recovery_codes_left,
            })}
            action={
              <Button size="small" onClick={() => setOpen('renew')}>
                {t('Create new codes')}
              </Button>
            }
          />
        )}
      </ul>
      {since && recovery_codes_left < FEW_CODES && (
        <Banner tone="warn">
          {t('You are running out of recovery codes. Create new ones and store them safely.')}
        </Banner>
      )}
      {open === 'turn-on' && <Lazy load={loadTurnOn} props={{ onClose: close }} waiting={null} />}
      {open === 'turn-off' && <Lazy load={loadTurnOff} props={{ onClose: close }} waiting={null} />}
      {open === 'renew' && <Lazy load={loadRenew} props={{ onClose: close }} waiting={null} />}
    </Card>
  )

  function offNote(): string {
    if (!hasPassword) return t('Set a password first. You enter it before the code.')
    return t('Anyone who learns your password can sign in. A code keeps them out.')
  }
}
