import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { calculatorQuery } from '#money/subscriptions/subscription-queries.ts'
import { titleIn } from '#page/titles.ts'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './backlinks-subscription.module.css'
import { costOf, firstShown, type Plan, type PricedFunction, planOf, totalOf } from './calculate.ts'
import { MonthCard } from './month-card.tsx'
import { PlanTable } from './plan-table.tsx'

/** The cost of a month of calls against the minimum, starting with the account's own calls. */
export function CalculatorCard({ product, minimum_micros }: { product: string; minimum_micros: number }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(calculatorQuery(product))
  if (data) return <Calculator functions={data.functions} minimum_micros={minimum_micros} />
  return (
    <Card title={t('Calculator')}>
      {isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={6} />}
    </Card>
  )
}

function Calculator({ functions, minimum_micros }: { functions: PricedFunction[]; minimum_micros: number }) {
  const t = useT()
  const id = useId()
  const [ids, setIds] = useState(() => firstShown(functions).map((one) => one.id))
  const [plans, setPlans] = useState<Record<string, Plan>>({})
  const rows = ids.flatMap((shown) => functions.find((one) => one.id === shown) ?? [])
  const others = functions.filter((one) => !ids.includes(one.id))
  const planFor = (one: PricedFunction) => plans[one.id] ?? planOf(one)
  const total = totalOf(rows.map((one) => costOf(one, planFor(one))))
  const fieldId = (of: string) => `${id}-${of}`

  function add(chosen: string): void {
    setIds([...ids, chosen])
    // The row is drawn after this event.
    setTimeout(() => document.getElementById(fieldId(chosen))?.focus())
  }

  return (
    <div className={styles.calculator}>
      <Card
        title={t('Calculator')}
        note={t('Prefilled with your account’s requests of the last 30 days. Change the numbers to plan a month.')}
        footer={
          others.length > 0 && (
            <Select
              className={styles.add}
              label={t('Add a function')}
              hideLabel
              noMessage
              size="small"
              icon="plus"
              placeholder={t('Add a function')}
              options={others.map((one) => ({ value: one.id, label: titleIn(t, one.title) }))}
              value=""
              onChange={({ target }) => add(target.value)}
            />
          )
        }
        flush
      >
        <PlanTable
          rows={rows}
          planFor={planFor}
          fieldId={fieldId}
          onChange={(one, plan) => setPlans({ ...plans, [one.id]: plan })}
          onRemove={(one) => setIds(ids.filter((shown) => shown !== one.id))}
        />
      </Card>
      <MonthCard total_micros={total} minimum_micros={minimum_micros} />
    </div>
  )
}
