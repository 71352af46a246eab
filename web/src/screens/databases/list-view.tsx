import { DATABASE_CATEGORIES } from '@portico/contract/databases.ts'
import { useQuery } from '@tanstack/react-query'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { DatabaseCard } from './database-card.tsx'
import styles from './databases.module.css'
import { listQuery } from './databases-queries.ts'
import { CATEGORY_NAMES, useFormats } from './formats.ts'
import { isFiltered, type ListFilter, matching, readFilter, writeFilter } from './list-filter.ts'
import { CardsSkeleton } from './skeletons.tsx'

const NO_FILTER: ListFilter = { search: '', category: '', location: '' }

export function ListView() {
  const { t, language } = useI18n()
  const { path, search } = useLocation()
  const { data, isError, refetch } = useQuery(listQuery(language))
  const filter = readFilter(search)
  // Typed text does not fill the history of the browser.
  const change = (next: Partial<ListFilter>) => navigate(`${path}${writeFilter(search, next)}`, { replace: true })
  const shown = data && matching(data.databases, filter)
  return (
    <>
      <PageHeader
        title={t('Databases')}
        note={t('Complete data sets as files. Preview a sample, choose locations and a format, download immediately.')}
        actions={
          <Link to={paths.databasesPurchases} className={buttonClass({})}>
            {t('My Purchases')}
          </Link>
        }
      />
      <Filters filter={filter} change={change} locations={data?.databases.flatMap((one) => one.locations) ?? []} />
      {isError && (
        <Card>
          <LoadError onRetry={refetch} />
        </Card>
      )}
      {!data && !isError && <CardsSkeleton />}
      {shown && (
        <VisuallyHidden role="status">
          {t('{count, plural, one {# database found} other {# databases found}}', { count: shown.length })}
        </VisuallyHidden>
      )}
      {shown && shown.length > 0 && (
        <ul className={styles.cards}>
          {shown.map((database) => (
            <li key={database.id} className={styles.cardCell}>
              <DatabaseCard database={database} location={filter.location} />
            </li>
          ))}
        </ul>
      )}
      {shown?.length === 0 && (
        <Card>
          <Empty
            icon="database"
            title={isFiltered(filter) ? t('No database matches these filters') : t('No databases available yet')}
            action={isFiltered(filter) && <Button onClick={() => change(NO_FILTER)}>{t('Clear filters')}</Button>}
          />
        </Card>
      )}
    </>
  )
}

function Filters(props: { filter: ListFilter; change: (next: Partial<ListFilter>) => void; locations: string[] }) {
  const { filter, change, locations } = props
  const { t } = useI18n()
  const { country } = useFormats()
  const known = [...new Set(filter.location ? [...locations, filter.location] : locations)]
  const options = known
    .map((value) => ({ value, label: country(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <search className={styles.filters}>
      <Field
        noMessage
        label={t('Search')}
        type="search"
        value={filter.search}
        placeholder={t('Search databases')}
        onChange={(event) => change({ search: event.target.value })}
      />
      <Select
        noMessage
        label={t('Category')}
        value={filter.category}
        options={[
          { value: '', label: t('All categories') },
          ...DATABASE_CATEGORIES.map((value) => ({ value, label: t(CATEGORY_NAMES[value]) })),
        ]}
        onChange={(event) => change({ category: readFilter(`?category=${event.target.value}`).category })}
      />
      <Select
        noMessage
        label={t('Location')}
        value={filter.location}
        options={[{ value: '', label: t('All locations') }, ...options]}
        onChange={(event) => change({ location: event.target.value })}
      />
    </search>
  )
}
