import { type AlertWebhook, alerting } from '@portico/contract/alerts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import styles from './settings.module.css'

type Fresh = { webhook: AlertWebhook; secret: string | null }
type AlertWebhookSecretProps = {
  webhook: AlertWebhook
  /** Known only right after it was made. */
  secret: string | null
  onRotated: (fresh: Fresh) => void
  onCopied: () => void
}

/** The secret messages are signed with: shown once, replaced by a press. */
export function AlertWebhookSecret({ webhook, secret, onRotated, onCopied }: AlertWebhookSecretProps) {
  const t = useT()
  const { text } = useTimes()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const rotate = useMutation({
    mutationFn: () => call(alerting.rotateAlertSecret, {}),
    onSuccess: (fresh) => {
      setAsking(false)
      onRotated(fresh)
      toast.good('A new signing secret was created. Update your program now.')
    },
    onError: toast.problem,
  })
  const { secret_since, old_secret_until } = webhook
  return (
    <div className={styles.stack}>
      {secret && (
        <>
          <CopyField label={t('Signing secret')} value={secret} />
          <Banner
            tone="warn"
            live
            action={
              <Button size="small" onClick={onCopied}>
                {t('I’ve copied it')}
              </Button>
            }
          >
            {t('Copy the signing secret now. It will not be shown again.')}
          </Banner>
        </>
      )}
      {old_secret_until && (
        <Banner>
          {t('Until {date}, messages are also signed with the previous secret.', {
            date: text('named', old_secret_until),
          })}
        </Banner>
      )}
      <div className={styles.scopesHead}>
        <p className={styles.note}>
          {secret_since && t('Signing secret created on {date}.', { date: text('named', secret_since) })}
        </p>
        <Button size="small" icon="refresh" onClick={() => setAsking(true)}>
          {t('Create new secret')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t('Create a new signing secret?')}
          action={t('Create new secret')}
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onClose={() => setAsking(false)}
        >
          {t(
            'For 24 hours, messages are signed with both secrets so that you can switch. After that, the old one stops working.',
          )}
        </Confirm>
      )}
    </div>
  )
}
