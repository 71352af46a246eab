import { auth } from '@portico/contract/auth.ts'
import { password, signInEmail } from '@portico/contract/form-fields.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { cameFrom } from '#attribution/came-from.ts'
import { useFieldMessage } from '#forms/field-message.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { Rich } from '#i18n/rich.tsx'
import { call } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { useHydrated } from '#lib/hydrated.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { critical } from '#lib/slow-network.ts'
import { remember } from '#lib/storage.ts'
import { storedInvitation } from '#public-pages/invitation.ts'
import { useBootState } from '#session/boot-state.ts'
import { useKnownEmail } from '#session/known-email.ts'
import { useSession } from '#session/session.ts'
import { useCaptcha } from '#step-up/captcha.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { LandingLogo } from '#whitelabel/landing-logo.tsx'
import styles from './auth.module.css'
import { useInvited } from './invitation.ts'
import { InvitationNote } from './invitation-note.tsx'
import { useMaySignUp } from './may-sign-up.ts'
import { OtherWays } from './other-ways.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { useLastUsed } from './way-in.ts'

const typed = z.strictObject({ email: signInEmail, password })

export function SignInForm({ onCodeDue }: { onCodeDue: () => Promise<void> }) {
  const t = useT()
  const session = useSession()
  const toast = useToast()
  const isAlive = useHydrated()
  const maySignUp = useMaySignUp()
  const { legacy_url } = useBrand()
  const { serves } = useBootState()
  const { invitation } = useInvited()
  const captcha = useCaptcha('signin')
  const knownEmail = useKnownEmail()
  const lastUsed = useLastUsed()
  const [mayBeUnconfirmed, setMayBeUnconfirmed] = useState(false)
  const form = useForm(typed, async (values) => {
    toast.clear()
    try {
      const { ga_cid } = cameFrom()
      const answer = await critical(
        call(auth.authenticate, { ...values, ...storedInvitation(), ga_cid, captcha: await captcha.token() }),
      )
      if ('needs' in answer) await onCodeDue()
      else {
        remember('last_way', 'password')
        session.begin(answer.user)
      }
    } catch (error) {
      const problem = toast.problem(error)
      setMayBeUnconfirmed(problem.code === 'confirm_first')
      remember('typed_email', values.email)
      form.fail(problem)
    }
  })
  const message = useFieldMessage(form)
  return (
    <>
      <div className={styles.logo}>
        <LandingLogo />
      </div>
      <h1 id="sign-in-title" className={styles.title} tabIndex={-1}>
        {t('Sign in')}
      </h1>
      <p className={styles.lead}>
        {serves.customers ? t('Welcome back. Sign in to manage your API.') : t('For staff only.')}
      </p>
      <InvitationNote />
      {isAlive && session.wasLost() && (
        <p className={styles.invitation} role="status">
          <Icon name="info" />
          <span>{t('Your session has expired or was ended elsewhere. Please sign in again.')}</span>
        </p>
      )}
      <form {...form.props} {...captcha.props} className={styles.fields} aria-labelledby="sign-in-title">
        <Field
          label={t('E-mail')}
          name="email"
          type="email"
          defaultValue={invitation?.email ?? knownEmail}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={message('email')}
        />
        <div className={styles.password}>
          <Field
            label={t('Password')}
            name="password"
            type="password"
            autoComplete="current-password"
            error={message('password')}
          />
          {serves.customers && <Link to={paths.forgotPassword}>{t('Forgot your password?')}</Link>}
        </div>
        <Button tone="primary" wide type={isAlive ? 'submit' : 'button'} busy={form.busy}>
          {t('Sign in')}
        </Button>
        {serves.customers && mayBeUnconfirmed && (
          <Link to={paths.resendActivation} className={styles.forgot}>
            {t('Not confirmed yet? Send the code again')}
          </Link>
        )}
      </form>
      <OtherWays>
        <PasskeyButton {...lastUsed('passkey')} />
        {serves.customers && (
          <Link to={paths.sso} className={buttonClass({ wide: true })} {...lastUsed('sso')}>
            {t('Single sign-on')}
          </Link>
        )}
      </OtherWays>
      <div className={styles.ways}>
        {maySignUp && (
          <p>
            <Rich
              text={t('No account yet? <0>Sign up</0>')}
              wrap={[(inside) => <Link to={paths.register}>{inside}</Link>]}
            />
          </p>
        )}
        {legacy_url && serves.customers && (
          <p>
            <ExternalLink to={legacy_url}>{t('Sign in to a V2 account')}</ExternalLink>
          </p>
        )}
      </div>
    </>
  )
}
