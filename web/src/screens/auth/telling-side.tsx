import { useT } from '#i18n/i18n.tsx'
import { useVisit } from '#session/visit.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './auth.module.css'

export function TellingSide() {
  const t = useT()
  const { serves } = useVisit()
  if (!serves.customers) return <StaffSide />
  return (
    <aside className={styles.telling} aria-label={t('What you get')}>
      <p className={styles.promise}>{t('Search and marketing data, by the call.')}</p>
      <ul className={styles.points}>
        <li>
          <Icon name="card" />
          {t('Prepaid and metered to the millionth of a dollar. A limit you set is never passed.')}
        </li>
        <li>
          <Icon name="chart" />
          {t('Every call on record: what it cost, what it returned, why it failed.')}
        </li>
        <li>
          <Icon name="play" />
          {t('Try any endpoint in the playground. The sandbox is free.')}
        </li>
      </ul>
    </aside>
  )
}

/** On the host for staff there is nothing to sell. */
function StaffSide() {
  const t = useT()
  return (
    <aside className={styles.telling} aria-label={t('Staff sign-in')}>
      <p className={styles.promise}>{t('Staff sign-in')}</p>
      <ul className={styles.points}>
        <li>
          <Icon name="lock" />
          {t('A password, and a code from your authenticator app.')}
        </li>
        <li>
          <Icon name="clock" />
          {t('Signed out after 30 minutes without use, and after 12 hours in any case.')}
        </li>
        <li>
          <Icon name="eye" />
          {t('Acting as a customer is recorded, and the customer is told.')}
        </li>
      </ul>
    </aside>
  )
}
