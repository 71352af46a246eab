import { auth } from '@portico/contract/auth.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { EmailRequest } from '#public-pages/email-request.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useKnownEmail } from '#session/known-email.ts'

export function Screen() {
  const t = useT()
  return (
    <PublicPage
      title={t('Send the code again')}
      lead={t('Enter the e-mail you signed up with. Earlier codes and links stop working.')}
      links={
        <>
          <Link to={paths.activate}>{t('Enter the code')}</Link>
          <Link to={paths.signin}>{t('Back to sign-in')}</Link>
        </>
      }
    >
      <EmailRequest
        action="resend"
        label={t('Send a new code')}
        first={useKnownEmail()}
        send={(input) => call(auth.resendActivation, input)}
      />
    </PublicPage>
  )
}
