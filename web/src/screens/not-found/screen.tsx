import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { PublicPage } from '#public-pages/page.tsx'
import { useUser } from '#session/session.ts'
import styles from './not-found.module.css'

/** A separate page for visitors; signed-in users see it inside the shell. */
export function Screen() {
  const t = useT()
  const isVisitor = useUser() === null
  return (
    <PublicPage
      title={
        <>
          <span className={styles.code}>404</span> {t('You do not have permission to access that page.')}
        </>
      }
      lead={
        isVisitor
          ? t('Check the address for typos, or sign in: some pages are for customers only.')
          : t('It may have moved, or your account does not include it.')
      }
      links={<Link to={paths.home}>{t('Go to the main page')}</Link>}
    />
  )
}
