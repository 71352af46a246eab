import { auth } from '@portico/contract/auth.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { remember } from '#lib/storage.ts'
import { CodeForm } from '#public-pages/code-form.tsx'
import { useBootState } from '#session/boot-state.ts'
import { knowsPasskey } from '#step-up/passkey.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { LandingLogo } from '#whitelabel/landing-logo.tsx'
import styles from './auth.module.css'
import { PasskeyButton } from './passkey-button.tsx'
import { useEnter } from './use-enter.ts'

/** The second half of a sign-in, after the password. */
export function CodeStep({ onBack }: { onBack: () => void }) {
  const t = useT()
  const enter = useEnter()
  const toast = useToast()
  const { serves } = useBootState()

  async function send(code: string) {
    try {
      const { user } = await call(auth.secondFactor, { code })
      remember('last_way', 'password')
      enter(user)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'sign_in_again') throw error
      toast.problem(error)
      onBack()
    }
  }

  return (
    <div className={styles.sent}>
      <div className={styles.logo}>
        <LandingLogo />
      </div>
      <span className={styles.envelope}>
        <Icon name="lock" size={24} />
      </span>
      <h1 className={styles.title} tabIndex={-1}>
        {t('Enter the code')}
      </h1>
      <p className={styles.lead}>
        {serves.customers
          ? t('Two-factor authentication is on. Enter the code from your authenticator app.')
          : t('Staff sign in with a password and a code from an authenticator app.')}
      </p>
      <CodeForm action={t('Sign in')} send={send} />
      {knowsPasskey() && <PasskeyButton />}
      <Button tone="quiet" wide icon="arrow-left" onClick={onBack}>
        {t('Back to password')}
      </Button>
    </div>
  )
}
