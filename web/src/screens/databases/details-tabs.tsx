import type { DatabaseDetails, FieldType } from '@portico/contract/databases.ts'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './databases.module.css'
import { useFormats } from './formats.ts'

const TYPE_NAMES: Record<FieldType, MessageKey> = {
  string: 'Text',
  integer: 'Whole number',
  decimal: 'Decimal number',
  boolean: 'True or false',
  date: 'Day',
}

export function DictionaryTab({ database }: { database: DatabaseDetails }) {
  const { t } = useI18n()
  return (
    <Card flush>
      <Table
        label={t('Fields')}
        rows={database.dictionary}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', label: t('Field'), width: 220, cell: ({ name }) => <code>{name}</code> },
          {
            id: 'type',
            label: t('Type'),
            width: 170,
            cell: ({ type, nullable }) => (
              <span>
                {t(TYPE_NAMES[type])}
                {nullable && <span className={styles.below}>{t('may be empty')}</span>}
              </span>
            ),
          },
          { id: 'about', label: t('Meaning'), cell: ({ about }) => about },
        ]}
      />
    </Card>
  )
}

/** Newest first, each with what is new in it. */
export function VersionsTab({ database }: { database: DatabaseDetails }) {
  const { t } = useI18n()
  const { whole, signed, day, countries } = useFormats()
  return (
    <Card>
      <ol className={styles.versions}>
        {database.versions.map(({ version, date, records, records_more, locations_added, changes }) => (
          <li key={version} className={styles.version}>
            <div className={styles.versionHead}>
              <strong>{version}</strong>
              {version === database.version && <Badge tone="good">{t('Current')}</Badge>}
              <span className={styles.faint}>{day(date)}</span>
            </div>
            <p>{changes}</p>
            <p className={styles.faint}>
              {t('{count} records', { count: whole(records) })}
              {records_more !== null && ` (${signed(records_more)})`}
              {locations_added.length > 0 && ` · ${t('New: {locations}', { locations: countries(locations_added) })}`}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
