import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { PublicPage } from '#public-pages/page.tsx'
import { buttonClass } from '#ui/input/button.tsx'

/** The link has done its work before: most people who come here have opened the mail twice. */
export function AlreadyConfirmed() {
  const t = useT()
  return (
    <PublicPage title={t('Already confirmed')} lead={t('This account is confirmed. You can sign in.')} step="done">
      <Link to={paths.signin} className={buttonClass({ tone: 'primary', wide: true })}>
        {t('Sign in')}
      </Link>
    </PublicPage>
  )
}

export function LinkGone() {
  const t = useT()
  return (
    <SendNewLink
      title={t('This link is no longer valid')}
      lead={t('It has expired, or a newer one was sent. Use the most recent e-mail.')}
    />
  )
}

/** A code does not name the sign-up it confirms: only the browser that signed up has it. */
export function NoSignUp() {
  const t = useT()
  return (
    <SendNewLink
      title={t('Confirm your account')}
      lead={t(
        'No sign-up in this browser is waiting for a code. Open the link in our e-mail instead: it works on every device.',
      )}
    />
  )
}

function SendNewLink({ title, lead }: { title: string; lead: string }) {
  const t = useT()
  return (
    <PublicPage title={title} lead={lead} step="gone" links={<Link to={paths.signin}>{t('Back to sign-in')}</Link>}>
      <Link to={paths.resendActivation} className={buttonClass({ tone: 'primary', wide: true })}>
        {t('Send a new link')}
      </Link>
    </PublicPage>
  )
}
