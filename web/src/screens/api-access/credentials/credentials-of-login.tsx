import { may } from '@portico/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useBootState } from '#session/boot-state.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ACCESS_KEY, type Credentials, credentialsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { CredentialsNotes, PasswordNote } from './credentials-notes.tsx'
import { SecretField } from './secret-field.tsx'
import { SendByMail } from './send-by-mail.tsx'
import { type Secret, useSecret } from './use-secret.ts'

const loadSamples = async () => (await import('./code-samples-view.tsx')).CodeSamples
const loadRegenerate = async () => (await import('./regenerate-dialog.tsx')).RegenerateDialog

/** The password is requested only when it is shown, and forgotten soon after. */
export function CredentialsOfLogin({ credentials }: { credentials: Credentials }) {
  const t = useT()
  const client = useQueryClient()
  const toast = useToast()
  const secret = useSecret()
  const [isRenewing, setRenewing] = useState(false)
  const isActing = useBootState().impersonated_by !== null
  const { password_since, can_show, role, base_url, sandbox_url } = credentials
  const hasPassword = password_since !== null
  const mayTouch = may(role, 'see_api_password') && !isActing
  const instead = insteadOfDots()

  function insteadOfDots(): string | undefined {
    if (!mayTouch) return t('Not visible to you')
    if (!hasPassword) return t('None yet')
    return can_show ? undefined : t('Shown once, when it was created')
  }

  async function renewed(fresh: Secret): Promise<void> {
    setRenewing(false)
    // Until it is known that it can be requested again, it stays.
    secret.showOnce(fresh)
    toast.good('A new API password was created. Update your programs now.')
    await client.invalidateQueries({ queryKey: ACCESS_KEY })
    if (client.getQueryData(credentialsQuery.queryKey)?.can_show) secret.show(fresh)
  }

  const toggle = (
    <IconButton
      size="small"
      icon={secret.shown ? 'eye-off' : 'eye'}
      label={secret.shown ? t('Hide the API password') : t('Show the API password')}
      aria-busy={secret.isAsking || undefined}
      onClick={() => (secret.shown ? secret.hide() : secret.use(secret.show))}
    />
  )

  return (
    <>
      <Card
        id="credentials"
        title={t('Credentials')}
        note={t('Use these to authenticate your API requests.')}
        className={cards.card}
        footer={
          mayTouch && (
            <>
              <SendByMail />
              {may(role, 'replace_api_password') && (
                <Button icon="refresh" onClick={() => setRenewing(true)}>
                  {hasPassword ? t('Regenerate') : t('Create a password')}
                </Button>
              )}
            </>
          )
        }
      >
        <div className={styles.fields}>
          <CopyField label={t('API login')} value={credentials.api_login} />
          <div className={styles.password}>
            <SecretField
              label={t('API password')}
              part="password"
              state={secret}
              instead={instead}
              action={can_show && toggle}
            />
            <PasswordNote {...{ credentials, secret }} />
          </div>
          <div className={styles.wide}>
            <SecretField
              label={t('Authorization header')}
              part="basic"
              prefix="Basic "
              state={secret}
              instead={instead}
            />
          </div>
          <CopyField label={t('Base URL')} value={base_url} />
          <CopyField label={t('Sandbox URL (free)')} value={sandbox_url} />
        </div>
        <CredentialsNotes {...{ credentials, secret, isActing }} />
        <ProblemNote error={secret.problem} />
        {isRenewing && (
          <Lazy
            load={loadRegenerate}
            props={{ hasPassword, onDone: renewed, onClose: () => setRenewing(false) }}
            waiting={null}
          />
        )}
      </Card>
      <Lazy
        load={loadSamples}
        props={{ credentials, password: secret.shown?.secret.password }}
        waiting={
          <Card id="first-call" title={t('First request')} className={cards.card}>
            <SkeletonText lines={5} />
          </Card>
        }
      />
    </>
  )
}
