import { auth } from '@portico/contract/auth.ts'
import { Problem } from '@portico/contract/problem.ts'
import { SNACKBAR_AUTH_MS } from '@portico/contract/rules.ts'
import { useRef } from 'react'
import { useSpeech } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { useHydrated } from '#lib/hydrated.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useSnackbar } from '#ui/snackbar.tsx'
import { Logo } from '#whitelabel/logo.tsx'
import styles from './auth.module.css'

export function SignInForm() {
  const { t, say } = useSpeech()
  const session = useSession()
  const snackbar = useSnackbar()
  const isAlive = useHydrated()
  const shown = useRef(0)
  const form = useForm(auth.authenticate.input, async (values) => {
    snackbar.close(shown.current)
    try {
      const { user } = await call(auth.authenticate, values)
      session.begin(user)
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('internal')
      shown.current = snackbar.show({
        text: say(problem.message, problem.values),
        tone: 'bad',
        duration_ms: SNACKBAR_AUTH_MS,
      })
    }
  })
  const message = (name: string) => {
    const key = form.error(name)
    return key && say(key)
  }
  return (
    <form {...form.props} className={styles.fields} aria-labelledby="sign-in-title">
      <div className={styles.logo}>
        <Logo />
      </div>
      <h1 id="sign-in-title" className={styles.title}>
        {t('Sign in')}
      </h1>
      <p className={styles.lead}>{t('Welcome back. Your API is where you left it.')}</p>
      <Field
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={message('email')}
      />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        error={message('password')}
      />
      <Button tone="primary" wide type={isAlive ? 'submit' : 'button'} busy={form.busy}>
        {t('Sign in')}
      </Button>
    </form>
  )
}
