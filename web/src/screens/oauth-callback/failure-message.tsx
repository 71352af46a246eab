import { SNACKBAR_THIRD_PARTY_MS } from '@portico/contract/rules.ts'
import { useEffect } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { PublicPage } from '#public-pages/page.tsx'

/** No user is signed in yet: shows the reason for five seconds, then continues to sign-in. */
export function FailureMessage({ msg }: { msg: string }) {
  const { t, translateProblem } = useI18n()
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.signin, { replace: true }), SNACKBAR_THIRD_PARTY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <PublicPage
      title={t('Check your e-mail')}
      lead={<span role="status">{translateProblem(msg)}</span>}
      step="told"
      links={
        <>
          <Link to={paths.activate}>{t('Enter the code')}</Link>
          <Link to={paths.signin}>{t('Back to sign-in')}</Link>
        </>
      }
    />
  )
}
