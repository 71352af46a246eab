import { emailRestore } from '@portico/contract/change-email.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { forgetUser } from '#lib/storage.ts'
import { useOnce } from '#lib/use-once.ts'
import { AskAgain } from '#public-pages/ask-again.tsx'
import { FormSkeleton } from '#public-pages/form-skeleton.tsx'
import { LinkGone } from '#public-pages/link-gone.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useOnePress } from '#public-pages/use-one-press.ts'
import { useSession } from '#session/session.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'

/** Opening the link has left it with the server; the change is taken back by one press, as mail scanners open links too. */
export function Screen() {
  const t = useT()
  const session = useSession()
  const { busy, isDone, press } = useOnePress(async () => {
    await call(emailRestore.restoreEmail, {})
    if (!session.user()) return
    forgetUser()
    session.end()
  })
  const { answer, again } = useOnce(() => call(emailRestore.checkEmailRestore, {}))

  if (isDone)
    return (
      <PublicPage
        title={t('The change was undone')}
        lead={t('Your account has its former e-mail address back. If someone else changed it, set a new password now.')}
        step="done"
        links={<Link to={paths.signin}>{t('Sign in now')}</Link>}
      >
        <Link to={paths.forgotPassword} className={buttonClass({ tone: 'primary', wide: true })}>
          {t('Set a new password')}
        </Link>
      </PublicPage>
    )
  if (answer.state === 'here' && answer.value.email === null)
    return <LinkGone why="It was already used, or more than seven days have passed." />
  return (
    <PublicPage
      title={t('Undo the e-mail change')}
      lead={t('Your account gets its former address back, and everyone who is signed in to it is signed out.')}
      step={answer.state}
    >
      {answer.state === 'failed' && <AskAgain problem={answer.problem} onRetry={again} />}
      {answer.state === 'asking' && <FormSkeleton fields={0} />}
      {answer.state === 'here' && (
        <Button tone="primary" wide busy={busy} onClick={press}>
          {t('Go back to {email}', { email: answer.value.email ?? '' })}
        </Button>
      )}
    </PublicPage>
  )
}
