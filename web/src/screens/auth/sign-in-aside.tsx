import { STAFF_IDLE_MINUTES, STAFF_SESSION_HOURS } from '@portico/contract/rules.ts'
import { useI18n, useT } from '#i18n/i18n.tsx'
import { useBootState } from '#session/boot-state.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { GENERAL_PROMISE } from '#whitelabel/general-promise.ts'
import styles from './auth.module.css'

export function SignInAside() {
  const { t, language } = useI18n()
  const { serves } = useBootState()
  const hero = useBrand().hero[language]
  if (!serves.customers) return <StaffSide />
  return (
    <aside className={styles.aside} aria-label={t('What you get')}>
      <p className={styles.promise}>{hero?.title ?? t(GENERAL_PROMISE)}</p>
      <ul className={styles.points}>
        {hero && hero.points.length > 0 ? (
          hero.points.map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))
        ) : (
          <GeneralPoints />
        )}
      </ul>
    </aside>
  )
}

/** Statements that hold for every brand, as the product itself does it. */
function GeneralPoints() {
  const t = useT()
  return (
    <>
      <li>
        <Icon name="card" />
        {t('Prepaid, and metered to six decimals. Spending never exceeds the limits you set.')}
      </li>
      <li>
        <Icon name="chart" />
        {t('Every request is logged: what it cost, what it returned and why it failed.')}
      </li>
      <li>
        <Icon name="play" />
        {t('Try any endpoint in the playground. The sandbox is free.')}
      </li>
    </>
  )
}

/** On the host for staff there is nothing to sell. */
function StaffSide() {
  const t = useT()
  return (
    <aside className={styles.aside} aria-label={t('Staff sign-in')}>
      <p className={styles.promise}>{t('Staff sign-in')}</p>
      <ul className={styles.points}>
        <li>
          <Icon name="lock" />
          {t('A password, and a code from your authenticator app.')}
        </li>
        <li>
          <Icon name="clock" />
          {t('You are signed out after {minutes} minutes of inactivity, and after {hours} hours at the latest.', {
            minutes: STAFF_IDLE_MINUTES,
            hours: STAFF_SESSION_HOURS,
          })}
        </li>
        <li>
          <Icon name="eye" />
          {t('Acting as a customer is recorded, and the customer is notified.')}
        </li>
      </ul>
    </aside>
  )
}
