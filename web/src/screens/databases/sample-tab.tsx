import { sampleFile } from '@portico/contract/database-files.ts'
import { type DatabaseDetails, type RecordCell, SAMPLE_RECORDS } from '@portico/contract/databases.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { classNames } from '#ui/class-names.ts'
import { LinkButton } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './databases.module.css'
import { sampleQuery } from './databases-queries.ts'
import { useFormats } from './formats.ts'

/** The first records of a location as a table with its own scrolling, and a few more as a file. */
export function SampleTab({ database, preferred }: { database: DatabaseDetails; preferred: string | undefined }) {
  const { t } = useI18n()
  const { country } = useFormats()
  const [chosen, setChosen] = useState<string>()
  const location = chosen ?? preferred ?? database.coverage[0]?.location ?? ''
  const { data, isError, refetch, isPlaceholderData } = useQuery(sampleQuery(database.id, database.version, location))
  const href = (format: string) => `${sampleFile.path}?${new URLSearchParams({ id: database.id, location, format })}`
  return (
    <Card>
      <div className={styles.sampleBar}>
        <Select
          noMessage
          label={t('Location')}
          value={location}
          options={database.coverage.map((one) => ({ value: one.location, label: country(one.location) }))}
          onChange={(event) => setChosen(event.target.value)}
        />
        <div className={styles.sampleFiles}>
          <span className={styles.faint}>{t('Free sample, {count} records', { count: SAMPLE_RECORDS })}</span>
          <LinkButton size="small" icon="download" href={href('csv')} download>
            CSV
          </LinkButton>
          <LinkButton size="small" icon="download" href={href('jsonl')} download>
            JSONL
          </LinkButton>
        </div>
      </div>
      {isError && <LoadError onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={8} />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={t('First records')}>
          <table className={classNames(styles.sample, isPlaceholderData && styles.quiet)}>
            <thead>
              <tr>
                {database.dictionary.map(({ name, type }) => (
                  <th key={name} scope="col" className={isNumber(type) ? styles.number : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.records.map((record, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the records of a sample never change their order
                <tr key={row}>
                  {database.dictionary.map(({ name, type }, at) => (
                    <td key={name} className={isNumber(type) ? styles.number : undefined}>
                      <Cell value={record[at] ?? null} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}

function isNumber(type: string): boolean {
  return type === 'integer' || type === 'decimal'
}

/** The value as in the file. */
function Cell({ value }: { value: RecordCell }) {
  return value === null ? <span className={styles.null}>null</span> : String(value)
}
