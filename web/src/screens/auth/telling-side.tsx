import { useT } from '#i18n/i18n.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './auth.module.css'

export function TellingSide() {
  const t = useT()
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
