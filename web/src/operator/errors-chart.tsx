import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { ErrorBars } from '#screens/errors/error-bars.tsx'
import { HISTOGRAM_HEIGHT } from '#screens/errors/histogram-height.ts'
import { rangeNamed } from '#traffic/ranges.ts'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { useConsoleT } from './texts.ts'

/** The chart of the customer's own page of errors: 30 days of the login that the chart above shows. */
export function ErrorsChart({ customer, search }: { customer: Customer; search: string }) {
  const t = useConsoleT()
  const wanted = new URLSearchParams(search).get('login')
  const names = customer.logins.map(({ login }) => login)
  const login = names.find((name) => name === wanted) ?? names[0] ?? ''
  const { from, to } = rangeNamed('30d', Date.now())
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useQuery(
    query(['customer-errors', customer.id, login, from, to], operator.customerErrors, {
      id: String(customer.id),
      login,
      from,
      to,
    }),
  )
  return (
    <Card title={t('Errors over time')} note={t('Errors per day (UTC)')}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <ChartSkeleton height={HISTOGRAM_HEIGHT} />}
      {data?.layers.length === 0 && <p>{t('None in this range.')}</p>}
      {data && data.layers.length > 0 && <ErrorBars data={data} read_at={dataUpdatedAt} />}
    </Card>
  )
}
