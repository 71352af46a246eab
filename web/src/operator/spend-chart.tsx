import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useQuery } from '@tanstack/react-query'
import { useMoney } from '#i18n/money.ts'
import { navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { SPEND_HEIGHT, SpendBars } from '#screens/dashboard/spend-bars.tsx'
import { totalOf } from '#screens/dashboard/spend-layers.ts'
import { rangeNamed } from '#traffic/ranges.ts'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { customerPath } from './paths.ts'
import { useConsoleT } from './texts.ts'

/** The customer's own chart with the customer's own numbers: 30 days of one login. */
export function SpendChart({ customer, search }: { customer: Customer; search: string }) {
  const t = useConsoleT()
  const { exact } = useMoney()
  const params = new URLSearchParams(search)
  const names = customer.logins.map(({ login }) => login)
  const login = names.find((name) => name === params.get('login')) ?? names[0] ?? ''
  const { from, to } = rangeNamed('30d', Date.now())
  const { data, isError, isFetching, refetch } = useQuery(
    query(['customer-spend', customer.id, login, from, to], operator.customerSpend, {
      id: String(customer.id),
      login,
      from,
      to,
    }),
  )
  const total = data && totalOf(data.apis, 'cost')
  function choose(next: string) {
    params.set('login', next)
    navigate(`${customerPath(customer.id)}?${params}`, { replace: true })
  }
  return (
    <Card
      title={t('Spend by API')}
      note={total === undefined ? '\u00a0' : t('{amount} in this period (UTC)', { amount: exact(total) })}
      actions={
        names.length > 1 && (
          <Select
            label={t('API login')}
            hideLabel
            noMessage
            size="small"
            value={login}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={(event) => choose(event.target.value)}
          />
        )
      }
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <ChartSkeleton height={SPEND_HEIGHT} />}
      {data && total === 0 && <Empty icon="chart" title={t('Nothing was charged in this range.')} />}
      {data && total !== 0 && <SpendBars data={data} measure="cost" label={t('Spend by API')} />}
    </Card>
  )
}
