import type { DatabaseSummary } from '@portico/contract/databases.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { addressOf } from './database-address.ts'
import styles from './databases.module.css'
import { CADENCE_NAMES, CATEGORY_NAMES, useFormats } from './formats.ts'

/** A whole card is one link; what the list was narrowed to is chosen in the order already. */
export function DatabaseCard({ database, location }: { database: DatabaseSummary; location: string }) {
  const { t } = useI18n()
  const { short } = useMoney()
  const { whole, day } = useFormats()
  const { id, title, summary, category, records, locations, fields, cadence, updated_on, price_from_micros } = database
  const to = `${addressOf(id)}${location ? `?locations=${location}` : ''}`
  return (
    <article className={styles.card}>
      <div className={styles.cardHead}>
        <Badge tone="accent">{t(CATEGORY_NAMES[category])}</Badge>
        <span className={styles.faint}>{database.source}</span>
      </div>
      <h2 className={styles.cardTitle}>
        <Link to={to} className={styles.cover}>
          {title}
        </Link>
      </h2>
      <p className={styles.cardText}>{summary}</p>
      <dl className={styles.cardFacts}>
        <Figure label={t('Records')} value={whole(records)} />
        <Figure label={t('Locations')} value={whole(locations.length)} />
        <Figure label={t('Fields')} value={whole(fields)} />
      </dl>
      <div className={styles.cardFoot}>
        <span className={styles.faint}>
          {t(CADENCE_NAMES[cadence])} · {t('updated on {day}', { day: day(updated_on) })}
        </span>
        <span className={styles.price}>
          {t('from {price}', { price: short(price_from_micros) })}
          <Icon name="chevron-right" size={16} />
        </span>
      </div>
    </article>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
