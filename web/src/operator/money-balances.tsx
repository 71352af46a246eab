import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useMoney } from '#i18n/money.ts'
import { query } from '#lib/query.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

/** Deposits against what customers have with us: both sides sum to the same. */
export function BalancesTab() {
  const t = useConsoleT()
  const { exact } = useMoney()
  const { whole } = useNumberFormats()
  const { data, isError, isFetching, refetch } = useQuery(query(['money', 'liabilities'], operator.liabilities, {}))
  if (!data)
    return <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={8} />}</Card>
  const line = (label: ConsoleKey, micros: number) => ({
    key: label,
    label: t(label),
    value: exact(micros),
    numeric: true,
  })
  const moved = [
    line('Deposits less refunds and disputes', data.deposits_micros),
    line('Credits and corrections', data.credits_micros),
    line('Promo codes', data.promos_micros),
    line('Dispute fees', data.fees_micros),
    line('Used by calls', data.usage_micros),
    line('Databases', data.purchases_micros),
  ]
  const { owed_micros, overdrawn_micros, held_micros, ...rest } = data
  const sum = rest.deposits_micros + rest.credits_micros + rest.promos_micros + rest.fees_micros
  return (
    <>
      <Card
        title={t('Customer balances')}
        note={t('{owed, plural, one {# balance} other {# balances}} above zero, {below} below', {
          owed: data.owed_count,
          below: whole(data.overdrawn_count),
        })}
      >
        <KeyValues
          items={[
            line('We owe customers', owed_micros),
            line('Customers owe us', overdrawn_micros),
            line('Total balances', owed_micros + overdrawn_micros),
            line('Of which held for running calls', held_micros),
          ]}
        />
      </Card>
      <Card title={t('Where it came from')} note={t('All changes to balances since the first booking')}>
        <KeyValues items={[...moved, line('Total', sum + rest.usage_micros + rest.purchases_micros)]} />
      </Card>
    </>
  )
}
