import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import styles from './not-found.module.css'

export function Screen() {
  const t = useT()
  return (
    <main className={styles.page}>
      <p className={styles.code}>404</p>
      <h1>{t('You do not have permission to access that page.')}</h1>
      <p className={styles.lead}>{t('It may have moved, or your account does not include it.')}</p>
      <Link to={paths.home}>{t('Go to the main page')}</Link>
    </main>
  )
}
