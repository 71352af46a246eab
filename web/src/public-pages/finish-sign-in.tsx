import { auth } from '@portico/contract/auth.ts'
import type { User } from '@portico/contract/user.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { CodeForm } from './code-form.tsx'
import { PublicPage } from './page.tsx'

/** The code after a link or a service; if it came too late, sign-in starts again. */
export function FinishSignIn({ onDone }: { onDone: (user: User) => void }) {
  const t = useT()
  const toast = useToast()

  async function send(code: string) {
    try {
      onDone((await call(auth.secondFactor, { code })).user)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'sign_in_again') throw error
      toast.problem(error)
      navigate(paths.signin, { replace: true })
    }
  }

  return <CodeForm action={t('Sign in')} send={send} />
}

/** The same as a page of its own. */
export function FinishSignInPage({ onDone }: { onDone: (user: User) => void }) {
  const t = useT()
  return (
    <PublicPage
      title={t('Enter the code')}
      lead={t('Two-factor authentication is on. Enter the code from your authenticator app.')}
      step="code"
      links={<Link to={paths.signin}>{t('Back to sign-in')}</Link>}
    >
      <FinishSignIn onDone={onDone} />
    </PublicPage>
  )
}
