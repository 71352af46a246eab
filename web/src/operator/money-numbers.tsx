import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { DOCUMENT_WORDS } from '#money/document-words.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { useConsoleT } from './texts.ts'

type Series = Output<typeof operator.documentNumbers>['series'][number]

/** The numbers of a year, with each that is missing. */
export function NumbersCard({ year }: { year: string }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const { data, loading } = useList({
    ...query(['money', 'numbers', year], operator.documentNumbers, { year }),
    retry: false,
  })
  return (
    <Card title={t('Numbers of {year}', { year })} note={t('Each brand and type is numbered separately.')} flush>
      <Table<Series>
        label={t('Numbers of {year}', { year })}
        rows={data?.series}
        rowKey={({ brand, kind }) => `${brand} ${kind}`}
        skeletonRows={2}
        {...loading}
        empty={<Empty title={t('No documents in this year')} />}
        columns={[
          { id: 'kind', label: t('Type'), cell: ({ kind }) => t(DOCUMENT_WORDS[kind]) },
          { id: 'brand', label: t('Brand'), cell: ({ brand }) => brand ?? t('Our own brand') },
          { id: 'last', label: t('Last number'), cell: ({ last_number, last }) => last_number ?? whole(last) },
          { id: 'count', label: t('Documents'), numeric: true, cell: ({ count }) => whole(count) },
          {
            id: 'gaps',
            label: t('Missing numbers'),
            cell: ({ gaps }) =>
              gaps.length === 0 ? (
                <Badge tone="good">{t('None')}</Badge>
              ) : (
                <Badge tone="bad">
                  {gaps.map(({ from, to }) => (from === to ? from : `${from}–${to}`)).join(', ')}
                </Badge>
              ),
          },
        ]}
      />
    </Card>
  )
}
