import { type BillingDocument, billingFiles, type Period } from '@portico/contract/billing.ts'
import { E_INVOICE_FORMATS } from '@portico/contract/billing-details.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCardFocus } from '#forms/use-card-focus.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useLocation } from '#lib/location.ts'
import { oneOf } from '#lib/search-params.ts'
import { DOCUMENT_WORDS } from '#money/document-words.ts'
import { useTimes } from '#page/times.ts'
import { rangePresets } from '#traffic/range-presets.ts'
import { type RangeName, rangeNamed, rangeNames } from '#traffic/ranges.ts'
import { useUtcDay } from '#traffic/use-utc-day.ts'
import { Button, LinkButton } from '#ui/input/button.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { utcDay } from '#ui/text/utc-days.ts'
import styles from '../billing.module.css'
import { documentsQuery } from '../billing-queries.ts'
import { useDownload } from '../use-download.ts'
import { withinMax } from '../within-max.ts'

/** Names of standards, the same in every language. */
const FORMAT_NAMES = { xrechnung: 'XRechnung', facturx: 'Factur-X' }

export function DocumentsCard() {
  const t = useT()
  const query = useInfiniteQuery(documentsQuery)
  const documents = query.data?.pages.flatMap((page) => page.documents)
  useCardFocus(useLocation().hash.slice(1), documents !== undefined)
  return (
    <Card
      id="documents"
      title={t('Invoices and other documents')}
      flush
      actions={documents && documents.length > 0 && <ZipOfPeriod />}
    >
      <Table
        label={t('Invoices and other documents')}
        columns={useColumns()}
        rows={documents}
        rowKey={({ id }) => id}
        skeletonRows={3}
        error={!documents && query.isError}
        onRetry={query.refetch}
        empty={
          <Empty icon="card" title={t('No documents yet')}>
            {t('Every payment creates an invoice, every refund a credit note.')}
          </Empty>
        }
        footer={
          query.hasNextPage && (
            <div className={styles.more}>
              <Button size="small" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {t('Show older documents')}
              </Button>
            </div>
          )
        }
      />
    </Card>
  )
}

/** All documents of some days in one file. */
function ZipOfPeriod() {
  const t = useT()
  const now_ms = useUtcDay()
  const [chosen, setChosen] = useState<RangeName | Period>('this_year')
  const period = typeof chosen === 'string' ? rangeNamed(chosen, now_ms) : chosen
  const { busy, download } = useDownload()
  const name = `documents-${period.from}-${period.to}.zip`
  return (
    <div className={styles.line}>
      <DateRange
        value={period}
        presets={rangePresets('payments', now_ms, t)}
        max={utcDay(now_ms)}
        onChange={(range, preset) => setChosen(oneOf(rangeNames('payments'))(preset) ?? withinMax(range))}
      />
      <Button icon="download" busy={busy} onClick={() => download(name, billingFiles.documents.path, { ...period })}>
        {t('Download ZIP')}
      </Button>
    </div>
  )
}

function useColumns(): Column<BillingDocument>[] {
  const t = useT()
  const { short } = useMoney()
  const { utc } = useTimes()
  return [
    {
      id: 'number',
      label: t('Document number'),
      lead: true,
      cell: ({ number }) => <span className={styles.number}>{number}</span>,
    },
    { id: 'date', label: t('Date (UTC)'), cell: ({ issued_at }) => utc('date', issued_at) },
    {
      id: 'kind',
      label: t('Type'),
      cell: ({ kind, invoice_number }) =>
        kind === 'credit_note'
          ? t('Credit note for {number}', { number: invoice_number ?? '' })
          : kind === 'fee_credit'
            ? t('Refund of fee {number}', { number: invoice_number ?? '' })
            : t(DOCUMENT_WORDS[kind]),
    },
    { id: 'net', label: t('Net'), numeric: true, wideOnly: true, cell: ({ amount_micros }) => short(amount_micros) },
    { id: 'tax', label: t('Tax'), numeric: true, wideOnly: true, cell: ({ tax_micros }) => short(tax_micros) },
    {
      id: 'total',
      label: t('Total'),
      numeric: true,
      cell: ({ amount_micros, tax_micros }) => short(amount_micros + tax_micros),
    },
    {
      id: 'file',
      label: t('Document'),
      cell: ({ id, number, has_e_invoice }) => (
        <span className={styles.files}>
          <LinkButton
            size="small"
            icon="download"
            href={`${billingFiles.document.path}?${new URLSearchParams({ id })}`}
            download
            aria-label={`${number} PDF`}
          >
            PDF
          </LinkButton>
          {has_e_invoice &&
            E_INVOICE_FORMATS.map((format) => (
              <LinkButton
                key={format}
                size="small"
                tone="quiet"
                href={`${billingFiles.eInvoice.path}?${new URLSearchParams({ id, format })}`}
                download
                aria-label={`${number} ${FORMAT_NAMES[format]}`}
              >
                {FORMAT_NAMES[format]}
              </LinkButton>
            ))}
        </span>
      ),
    },
  ]
}
