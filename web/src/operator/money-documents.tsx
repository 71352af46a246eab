import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { DOCUMENT_KINDS } from '@portico/contract/tax.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { oneOf } from '#lib/search-params.ts'
import { useList } from '#lib/use-list.ts'
import { DOCUMENT_WORDS } from '#money/document-words.ts'
import { Moment } from '#page/moment.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './money.module.css'
import { ChoiceFilter, DaysFilter, usePages } from './money-filters.tsx'
import { NumbersCard } from './money-numbers.tsx'
import { daysOf, useFilters } from './money-search.ts'
import { customerPath } from './paths.ts'
import { useConsoleT } from './texts.ts'

type Document = Output<typeof operator.listAllDocuments>['documents'][number]

/** Documents of all customers, and whether any number is missing. */
export function DocumentsTab() {
  const t = useConsoleT()
  const { short } = useMoney()
  const { get } = useFilters()
  const kind = oneOf(DOCUMENT_KINDS)(get('kind'))
  const before = get('before')
  const days = daysOf(get, '90d')
  const input = { ...days, ...(kind && { kind }), ...(before && { before }) }
  const { data, loading } = useList({
    ...query(['money', 'documents', input], operator.listAllDocuments, input),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = usePages(data?.next)
  return (
    <>
      <div className={styles.filters}>
        <DaysFilter usual="90d" />
        <ChoiceFilter name="kind" label={t('Type')} words={DOCUMENT_WORDS} />
      </div>
      <NumbersCard year={days.to.slice(0, 4)} />
      <Card flush>
        <Table<Document>
          label={t('Documents')}
          rows={data?.documents}
          rowKey={({ brand, number }) => `${brand} ${number}`}
          {...loading}
          empty={<Empty icon="book" title={t('No documents match')} />}
          footer={pages}
          columns={[
            { id: 'number', label: t('Document number'), cell: ({ number }) => number },
            { id: 'kind', label: t('Type'), cell: ({ kind: of }) => t(DOCUMENT_WORDS[of]) },
            {
              id: 'customer',
              label: t('Customer'),
              cell: ({ customer, customer_id }) => (
                <Link to={customerPath(customer_id)}>{customer || customer_id}</Link>
              ),
            },
            { id: 'country', label: t('Country'), wideOnly: true, cell: ({ country }) => country ?? '–' },
            { id: 'brand', label: t('Brand'), wideOnly: true, cell: ({ brand }) => brand ?? t('Our own brand') },
            { id: 'at', label: t('Date'), cell: ({ issued_at }) => <Moment at={issued_at} /> },
            { id: 'payment', label: t('Payment number'), wideOnly: true, cell: ({ reference }) => reference },
            { id: 'net', label: t('Without tax'), numeric: true, cell: ({ amount_micros }) => short(amount_micros) },
            { id: 'tax', label: t('Tax'), numeric: true, cell: ({ tax_micros }) => short(tax_micros) },
          ]}
        />
      </Card>
    </>
  )
}
