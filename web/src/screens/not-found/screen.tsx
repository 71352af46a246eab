import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useUser } from '#session/session.ts'
import styles from './not-found.module.css'

/** A page of its own for visitors; who is signed in sees it inside the shell. */
export function Screen() {
  const t = useT()
  const Page = useUser() ? 'section' : 'main'
  return (
    <Page className={styles.page}>
      <p className={styles.code}>404</p>
      <h1>{t('You do not have permission to access that page.')}</h1>
      <p className={styles.lead}>{t('It may have moved, or your account does not include it.')}</p>
      <Link to={paths.home}>{t('Go to the main page')}</Link>
    </Page>
  )
}
