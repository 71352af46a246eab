import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { earnedOf, REVENUE_BY, type RevenueBy } from '@portico/contract/operator-revenue.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Amount } from '#i18n/amount.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { oneOf } from '#lib/search-params.ts'
import { useList } from '#lib/use-list.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Button } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './money.module.css'
import { CsvButton } from './money-download.tsx'
import { DaysFilter } from './money-filters.tsx'
import { daysOf, useFilters } from './money-search.ts'
import { customerPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Revenue = Output<typeof operator.revenue>
type Row = Revenue['rows'][number]
type Sums = Revenue['totals']

/** What rows can be, and what those without a key are called. */
const BY: Record<RevenueBy, { label: ConsoleKey; none: ConsoleKey; opens: RevenueBy }> = {
  day: { label: 'Day', none: 'Other', opens: 'api' },
  api: { label: 'API', none: 'Without an API', opens: 'function' },
  function: { label: 'Function', none: 'Without an API', opens: 'customer' },
  brand: { label: 'Brand', none: 'Our own brand', opens: 'customer' },
  country: { label: 'Country', none: 'Not known', opens: 'customer' },
  customer: { label: 'Customer', none: 'All others', opens: 'day' },
}
/** Filters of the address, each removed with a press. */
const FILTERS = ['api', 'function', 'brand', 'country', 'customer'] as const
const HAS_NONE: ReadonlySet<RevenueBy> = new Set(['brand', 'country'])

/** Revenue, cost and margin; a press on a row opens its parts. */
export function RevenueTab() {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const { get, change } = useFilters()
  const name = useNames()
  const days = daysOf(get, 'this_month')
  const by = oneOf(REVENUE_BY)(get('by')) ?? 'day'
  const filters = Object.fromEntries(FILTERS.flatMap((one) => (get(one) ? [[one, get(one)]] : [])))
  const input = { ...days, by, ...filters }
  const { data, loading } = useList({
    ...query(['money', 'revenue', input], operator.revenue, input),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const shownBy = data?.by ?? by
  const column = (id: string, label: ConsoleKey, of: (row: Sums) => number | null, wideOnly = false) => ({
    id,
    label: t(label),
    numeric: true,
    wideOnly,
    of,
    cell: (row: Sums) => amount(of(row)),
  })
  // Six decimals in every row, so that they are below each other.
  const amount = (micros: number | null) => (micros === null ? t('Not known') : <Amount micros={micros} />)
  const columns = [
    column('revenue', 'Revenue', earnedOf),
    column('cost', 'Cost', ({ cost_micros }) => cost_micros),
    column('margin', 'Margin', (row) => (row.cost_micros === null ? null : earnedOf(row) - row.cost_micros)),
    column('back', 'Refunded calls', ({ returned_micros, refunded_micros }) => returned_micros + refunded_micros, true),
    column('paid', 'Paid in', ({ payments_micros, subscriptions_micros }) => payments_micros + subscriptions_micros),
    column('returned', 'Paid back', (row) => row.payment_refunds_micros + row.disputes_micros, true),
    column('given', 'Credited for free', ({ credits_micros, promos_micros }) => credits_micros + promos_micros, true),
  ]
  return (
    <>
      <div className={styles.filters}>
        <DaysFilter usual="this_month" />
        <Select
          label={t('Rows')}
          noMessage
          value={by}
          options={REVENUE_BY.map((value) => ({ value, label: t(BY[value].label) }))}
          onChange={(event) => change({ by: event.target.value === 'day' ? null : event.target.value })}
        />
        <div className={styles.end}>
          <CsvButton load={() => call(operator.revenueFile, input)} />
        </div>
      </div>
      {Object.keys(filters).length > 0 && (
        <div className={styles.chips}>
          {FILTERS.filter((one) => get(one)).map((one) => (
            <Button
              key={one}
              size="small"
              iconEnd="close"
              aria-label={t('Remove the filter {name}', { name: t(BY[one].label) })}
              onClick={() => change({ [one]: null })}
            >
              {t(BY[one].label)}: {name(one, get(one) ?? '')}
            </Button>
          ))}
        </div>
      )}
      <Card flush>
        <Table<Row>
          label={t('Revenue')}
          rows={data?.rows}
          rowKey={({ key }) => key ?? ''}
          {...loading}
          empty={<Empty icon="chart" title={t('Nothing was booked on these days')} />}
          columns={[
            { id: 'key', label: t(BY[shownBy].label), cell: (row) => <Key by={shownBy} row={row} /> },
            ...columns.slice(0, 3),
            { id: 'calls', label: t('Calls'), numeric: true, wideOnly: true, cell: ({ calls }) => whole(calls) },
            ...columns.slice(3),
          ]}
          {...(data && {
            totals: {
              key: t('Total'),
              calls: whole(data.totals.calls),
              ...Object.fromEntries(columns.map(({ id, of }) => [id, amount(of(data.totals))])),
            },
          })}
        />
      </Card>
      <p className={styles.soft}>
        {t('Days are in UTC. Revenue is what was charged for calls and databases, less refunded calls.')}{' '}
        {data?.totals.cost_micros === null &&
          t('Cost is known where the file costs.yaml of the provider folder states what the source charges.')}
      </p>
    </>
  )
}

/** A country in the reader's language; the other keys are names already. */
function useNames(): (by: RevenueBy, key: string) => string {
  const t = useConsoleT()
  const { language } = useI18n()
  return (by, key) => {
    if (key === 'none' && HAS_NONE.has(by)) return t(BY[by].none)
    if (by !== 'country' || !/^[A-Z]{2}$/.test(key)) return key
    return new Intl.DisplayNames(language, { type: 'region' }).of(key) ?? key
  }
}

/** The name of a row, which opens its parts. */
function Key({ by, row: { key, customer_id } }: { by: RevenueBy; row: Row }) {
  const t = useConsoleT()
  const { address } = useFilters()
  const name = useNames()
  if (key === null && !HAS_NONE.has(by)) return t(BY[by].none)
  const filter: Record<string, string | null> = by === 'day' ? { from: key, to: key } : { [by]: key ?? 'none' }
  return (
    <span className={styles.who}>
      <Link to={address({ ...filter, by: BY[by].opens })}>{name(by, key ?? 'none')}</Link>
      {customer_id !== null && (
        <Link to={customerPath(customer_id)} className={styles.soft}>
          {t('Customer page')}
        </Link>
      )}
    </span>
  )
}
