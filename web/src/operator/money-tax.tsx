import { operator } from '@portico/contract/operator.ts'
import type { TaxRow } from '@portico/contract/operator-money.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { numbers } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './money.module.css'
import { CsvButton } from './money-download.tsx'
import { DaysFilter } from './money-filters.tsx'
import { daysOf, useFilters } from './money-search.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

const NOTES: Record<TaxRow['note'], ConsoleKey> = {
  none: 'No tax',
  tax: 'Taxed',
  reverse_charge: 'Reverse charge',
  not_taxable: 'Not taxable here',
}
const percent = numbers({ style: 'percent', maximumFractionDigits: 2 })

/** Tax of the documents of a period, as a tax return distinguishes it. */
export function TaxTab() {
  const t = useConsoleT()
  const { language } = useI18n()
  const { short } = useMoney()
  const { whole } = useNumberFormats()
  const { get } = useFilters()
  const days = daysOf(get, 'last_month')
  const { data, loading } = useList({
    ...query(['money', 'tax', days], operator.taxReport, days),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const declared = (row: TaxRow) =>
    row.declared_micros === null || row.declared_currency === null
      ? '–'
      : new Intl.NumberFormat(language, { style: 'currency', currency: row.declared_currency }).format(
          row.declared_micros / 1_000_000,
        )
  return (
    <>
      <div className={styles.filters}>
        <DaysFilter usual="last_month" />
        <div className={styles.end}>
          <CsvButton load={() => call(operator.taxFile, days)} />
        </div>
      </div>
      <Card flush>
        <Table<TaxRow>
          label={t('Tax')}
          rows={data?.rows}
          rowKey={(row) => [row.brand, row.country, row.note, row.rate_bp, row.declared_currency].join(' ')}
          {...loading}
          empty={<Empty icon="book" title={t('No invoices on these days')} />}
          columns={[
            {
              id: 'country',
              label: t('Country'),
              cell: ({ country }) => (country ? (regions.of(country) ?? country) : t('Not known')),
            },
            { id: 'brand', label: t('Brand'), wideOnly: true, cell: ({ brand }) => brand ?? t('Our own brand') },
            { id: 'note', label: t('Treatment'), cell: ({ note }) => t(NOTES[note]) },
            {
              id: 'rate',
              label: t('Rate'),
              numeric: true,
              cell: ({ rate_bp }) => percent(language).format(rate_bp / 10_000),
            },
            { id: 'invoices', label: t('Invoices'), numeric: true, wideOnly: true, cell: (row) => whole(row.invoices) },
            {
              id: 'notes',
              label: t('Credit notes'),
              numeric: true,
              wideOnly: true,
              cell: ({ credit_notes }) => whole(credit_notes),
            },
            { id: 'net', label: t('Without tax'), numeric: true, cell: ({ amount_micros }) => short(amount_micros) },
            { id: 'tax', label: t('Tax'), numeric: true, cell: ({ tax_micros }) => short(tax_micros) },
            { id: 'declared', label: t('Tax as declared'), numeric: true, wideOnly: true, cell: declared },
          ]}
          {...(data && {
            totals: {
              country: t('Total'),
              invoices: whole(data.totals.invoices),
              notes: whole(data.totals.credit_notes),
              net: short(data.totals.amount_micros),
              tax: short(data.totals.tax_micros),
            },
          })}
        />
      </Card>
      <p className={styles.soft}>
        {t(
          'Invoices less credit notes, by the UTC day they were issued. Fee notes and proforma invoices are not tax documents.',
        )}
      </p>
    </>
  )
}
