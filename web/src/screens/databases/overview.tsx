import type { DatabaseDetails } from '@portico/contract/databases.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Card } from '#ui/show/card.tsx'
import styles from './databases.module.css'
import { CADENCE_NAMES, useFormats } from './formats.ts'

export function Overview({ database }: { database: DatabaseDetails }) {
  const { t } = useI18n()
  const { short } = useMoney()
  const { whole, day } = useFormats()
  const facts = [
    [t('Records'), whole(database.records)],
    [t('Locations'), whole(database.locations.length)],
    [t('Source'), database.source],
    [t('Published'), t(CADENCE_NAMES[database.cadence])],
    [t('Last update'), day(database.updated_on)],
    [t('Next update'), day(database.next_on)],
    [t('1,000 records'), short(database.price_per_thousand_micros)],
  ] as const
  return (
    <Card className={styles.overview}>
      <p className={styles.about}>{database.description}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
