import { auth } from '@portico/contract/auth.ts'
import { RESET_DONE_MS } from '@portico/contract/rules.ts'
import { useEffect, useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { useOnce } from '#lib/use-once.ts'
import { AskAgain } from '#public-pages/ask-again.tsx'
import { FormSkeleton } from '#public-pages/form-skeleton.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { ResetForm } from './reset-form.tsx'

/** Opening the link has left it with the server; the form shows only when it is still good. */
export function Screen() {
  const { t } = useI18n()
  const [done, setDone] = useState<string>()
  const { answer, again } = useOnce(
    () => call(auth.sendResetPasswordCheckRequest, {}),
    ({ result }) => {
      if (!result) navigate(paths.home, { replace: true })
    },
  )
  if (done !== undefined) return <Done msg={done} />
  return (
    <PublicPage
      title={t('Set a new password')}
      lead={t('You will be signed out everywhere. Then sign in again with the new password.')}
      step={answer.state}
      links={<Link to={paths.signin}>{t('Back to sign-in')}</Link>}
    >
      {answer.state === 'failed' && <AskAgain problem={answer.problem} onRetry={again} />}
      {answer.state === 'here' && answer.value.result && <ResetForm onDone={setDone} />}
      {(answer.state === 'asking' || (answer.state === 'here' && !answer.value.result)) && <FormSkeleton fields={2} />}
    </PublicPage>
  )
}

function Done({ msg }: { msg: string }) {
  const { t, translateProblem } = useI18n()
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.signin, { replace: true }), RESET_DONE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <PublicPage
      title={t('Password changed')}
      lead={<span role="status">{translateProblem(msg)}</span>}
      step="done"
      links={<Link to={paths.signin}>{t('Sign in now')}</Link>}
    />
  )
}
