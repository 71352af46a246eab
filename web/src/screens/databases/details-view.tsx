import { useQuery } from '@tanstack/react-query'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { changedSearch, oneOf, searchParams } from '#lib/search-params.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { buttonClass } from '#ui/input/button.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { readDraft, writeDraft } from './database-address.ts'
import styles from './databases.module.css'
import { databaseQuery } from './databases-queries.ts'
import { DictionaryTab, VersionsTab } from './details-tabs.tsx'
import { CATEGORY_NAMES } from './formats.ts'
import { OrderCard } from './order-card.tsx'
import { Overview } from './overview.tsx'
import { SampleTab } from './sample-tab.tsx'
import { DetailsSkeleton } from './skeletons.tsx'

const TABS = ['fields', 'sample', 'versions'] as const
const readParams = searchParams({ tab: oneOf(TABS, 'fields') })

/** One database: what it holds, a sample of it, how it changed, and the order. */
export function DetailsView({ id }: { id: string }) {
  const { t, language } = useI18n()
  const { path, search } = useLocation()
  const { data, error, refetch } = useQuery(databaseQuery(id, language))
  if (error instanceof Problem && error.code === 'unknown_database') return <Unknown />
  // A refresh that fails takes nothing away, least of all an order that is being reviewed.
  if (error && !data)
    return (
      <Card>
        <LoadError onRetry={refetch} />
      </Card>
    )
  if (!data) return <DetailsSkeleton />
  const draft = readDraft(
    search,
    data.coverage.map(({ location }) => location),
  )
  const { tab } = readParams(search)
  const choose = (next: string) => navigate(`${path}${changedSearch(search, { tab: next })}`, { replace: true })
  return (
    <>
      <Back />
      <PageHeader
        title={data.title}
        aside={<Badge tone="accent">{t(CATEGORY_NAMES[data.category])}</Badge>}
        note={data.summary}
      />
      <div className={styles.details}>
        <Overview database={data} />
        <OrderCard
          database={data}
          draft={draft}
          onChange={(next) => navigate(`${path}${writeDraft(search, next)}`, { replace: true })}
        />
        <div className={styles.tabs}>
          <Tabs
            label={t('About this database')}
            value={tab}
            onChange={choose}
            tabs={[
              { id: 'fields', label: t('Fields'), count: data.dictionary.length },
              { id: 'sample', label: t('Sample') },
              { id: 'versions', label: t('Versions'), count: data.versions.length },
            ]}
          >
            {tab === 'fields' && <DictionaryTab database={data} />}
            {tab === 'sample' && <SampleTab database={data} preferred={draft.locations[0]} />}
            {tab === 'versions' && <VersionsTab database={data} />}
          </Tabs>
        </div>
      </div>
    </>
  )
}

function Back() {
  const { t } = useI18n()
  return (
    <Link to={paths.databasesList} className={styles.back}>
      <Icon name="arrow-left" size={16} />
      {t('All databases')}
    </Link>
  )
}

function Unknown() {
  const { t } = useI18n()
  return (
    <>
      <PageHeader title={t('Databases')} />
      <Card>
        <Empty
          icon="database"
          title={t('Database not found.')}
          action={
            <Link to={paths.databasesList} className={buttonClass({})}>
              {t('All databases')}
            </Link>
          }
        />
      </Card>
    </>
  )
}
