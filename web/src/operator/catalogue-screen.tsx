import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { CatalogueFiles } from './catalogue-files.tsx'
import { CatalogueFunction } from './catalogue-function.tsx'
import { CatalogueFunctions } from './catalogue-functions.tsx'
import { CataloguePrices } from './catalogue-prices.tsx'
import { CatalogueUploads } from './catalogue-uploads.tsx'
import { CATALOGUE } from './paths.ts'
import { useConsoleT } from './texts.ts'

const TABS = ['functions', 'documents', 'prices', 'uploads'] as const
type TabId = (typeof TABS)[number]
const readParams = searchParams({ show: oneOf(TABS, 'functions') })

/** What is sold: functions, the documents they come from, and their prices. */
export function CatalogueScreen({ search }: { search: string }) {
  const id = new URLSearchParams(search).get('function')
  return id === null ? <Overview search={search} /> : <CatalogueFunction key={id} id={id} />
}

function Overview({ search }: { search: string }) {
  const t = useConsoleT()
  const { show: tab } = readParams(search)
  const { data, isError, isFetching, refetch } = useQuery(query(['catalogue'], operator.listFunctions, {}))
  return (
    <>
      <PageHeader title={t('Catalogue')} note={data && t('Prices in force: {version}', { version: data.prices })} />
      <Tabs<TabId>
        label={t('Catalogue')}
        tabs={[
          { id: 'functions', label: t('Functions'), ...(data && { count: data.functions.length }) },
          { id: 'documents', label: t('Documents'), ...(data && { count: data.files.length }) },
          { id: 'prices', label: t('Prices') },
          { id: 'uploads', label: t('Uploads') },
        ]}
        value={tab}
        onChange={(next) => navigate(next === 'functions' ? CATALOGUE : `${CATALOGUE}?show=${next}`, { replace: true })}
      >
        {tab === 'prices' && <CataloguePrices search={search} />}
        {tab === 'uploads' && <CatalogueUploads search={search} />}
        {!data && (tab === 'functions' || tab === 'documents') && (
          <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={9} />}</Card>
        )}
        {data && tab === 'functions' && <CatalogueFunctions functions={data.functions} search={search} />}
        {data && tab === 'documents' && <CatalogueFiles files={data.files} left_out={data.left_out} />}
      </Tabs>
    </>
  )
}
