import { auth } from '@portico/contract/auth.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { EmailRequest } from '#public-pages/email-request.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useBootState } from '#session/boot-state.ts'
import { useKnownEmail } from '#session/known-email.ts'

export function Screen() {
  const t = useT()
  const { staged_email } = useBootState()
  const known = useKnownEmail()
  return (
    <PublicPage
      title={t('Forgot your password?')}
      lead={t('Enter your e-mail and we’ll send you a link to set a new password.')}
      links={<Link to={paths.signin}>{t('Back to sign-in')}</Link>}
    >
      <EmailRequest
        action="forgot"
        label={t('Send the link')}
        first={staged_email ?? known}
        send={(input) => call(auth.sendForgotPasswordEmail, input)}
      />
    </PublicPage>
  )
}
