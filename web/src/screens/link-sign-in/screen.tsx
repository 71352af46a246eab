import { auth } from '@portico/contract/auth.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { PAGE_PROBLEMS } from '#lib/problem.ts'
import { useOnce } from '#lib/use-once.ts'
import { AskAgain } from '#public-pages/ask-again.tsx'
import { FormSkeleton } from '#public-pages/form-skeleton.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useSession } from '#session/session.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { EnterByLink } from './enter-by-link.tsx'
import { linkKind } from './link-kind.ts'

/** A link alone signs no user in, since mail scanners open links too: it takes one press here. */
export function Screen() {
  const t = useT()
  const session = useSession()
  const kind = linkKind(useLocation().path)
  const { answer, again } = useOnce(
    () => call(auth.checkLink, { kind }),
    ({ ok, needs_staff }) => {
      if (!ok && !needs_staff && session.user()) navigate(paths.home, { replace: true })
    },
  )
  if (answer.state === 'here' && answer.value.needs_staff) return <StaffOnly />
  if (answer.state === 'here' && !answer.value.ok && !session.user())
    return (
      <PublicPage
        title={t('This link is no longer valid')}
        lead={t('It was already used or has expired. Sign in with your password, or request a new link.')}
        step="gone"
      >
        <Link to={paths.signin} className={buttonClass({ tone: 'primary', wide: true })}>
          {t('Sign in')}
        </Link>
      </PublicPage>
    )
  return (
    <PublicPage
      title={kind === 'onetime_admin' ? t('Act as a customer') : t('Sign in')}
      lead={kind !== 'onetime_admin' && t('This link signs you in once.')}
      step={answer.state}
    >
      {answer.state === 'failed' && <AskAgain problem={answer.problem} onRetry={again} />}
      {answer.state === 'here' && answer.value.ok && (
        <EnterByLink
          kind={kind}
          email={answer.value.email ?? ''}
          isReplacing={answer.value.replaces_session}
          needsCode={answer.value.needs_code}
        />
      )}
      {(answer.state === 'asking' || (answer.state === 'here' && !answer.value.ok)) && <FormSkeleton fields={0} />}
    </PublicPage>
  )
}

/** Shown before anything else: whether the link is valid is none of a stranger's business. */
function StaffOnly() {
  const t = useT()
  const isSignedIn = useSession().user() !== null
  return (
    <PublicPage
      title={t('Act as a customer')}
      lead={t(PAGE_PROBLEMS.staff_only)}
      step="staff"
      links={isSignedIn && <Link to={paths.home}>{t('Go to the main page')}</Link>}
    >
      {!isSignedIn && (
        <Link to={paths.signin} className={buttonClass({ tone: 'primary', wide: true })}>
          {t('Sign in')}
        </Link>
      )}
    </PublicPage>
  )
}
