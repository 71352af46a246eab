import type { Passkey } from '@portico/contract/passkeys.ts'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { useI18n } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { Line } from './line.tsx'
import styles from './profile.module.css'

const loadAdd = async () => (await import('./add-passkey.tsx')).AddPasskey
const loadRemove = async () => (await import('./remove-passkey.tsx')).RemovePasskey

/** Keys of browsers, phones and password managers that sign in without a password. */
export function PasskeysCard({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useI18n()
  const { text } = useTimes()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey>()

  function noteOf({ created_at, last_used_at }: Passkey): string {
    const added = t('Added on {date}', { date: text('date', created_at) })
    const used = last_used_at ? t('last used on {date}', { date: text('date', last_used_at) }) : t('never used')
    return `${added} · ${used}`
  }

  return (
    <Card
      id="passkeys"
      className={cards.card}
      title={t('Passkeys')}
      note={t('Sign in with your fingerprint, face or screen lock. A passkey replaces the password and the code.')}
      actions={
        <Button size="small" onClick={() => setAdding(true)}>
          {t('Add a passkey')}
        </Button>
      }
    >
      {passkeys.length === 0 ? (
        <p className={styles.lineNote}>{t('You have no passkeys yet.')}</p>
      ) : (
        <ul className={styles.lines}>
          {passkeys.map((passkey) => (
            <Line
              key={passkey.id}
              mark={<Icon name="key" />}
              title={passkey.name}
              note={noteOf(passkey)}
              action={
                <Button
                  size="small"
                  aria-label={t('Remove {name}', { name: passkey.name })}
                  onClick={() => setLeaving(passkey)}
                >
                  {t('Remove')}
                </Button>
              }
            />
          ))}
        </ul>
      )}
      {isAdding && <Lazy load={loadAdd} props={{ onClose: () => setAdding(false) }} waiting={null} />}
      {leaving && (
        <Lazy load={loadRemove} props={{ passkey: leaving, onClose: () => setLeaving(undefined) }} waiting={null} />
      )}
    </Card>
  )
}
