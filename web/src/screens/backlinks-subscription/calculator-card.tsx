import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { calculatorQuery } from '#money/subscriptions/subscription-queries.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { Meter } from '#ui/show/meter.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './backlinks-subscription.module.css'
import {
  againstMinimum,
  costOf,
  firstShown,
  type Plan,
  type PricedFunction,
  planOf,
  totalOf,
  typedCount,
} from './calculate.ts'

/** The cost of a month of calls against the minimum, starting with the account's own calls. */
export function CalculatorCard({ product, minimum_micros }: { product: string; minimum_micros: number }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(calculatorQuery(product))
  return (
    <Card
      title={t('Calculator')}
      note={t('Prefilled with your account’s requests of the last 30 days. Change the numbers to plan a month.')}
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={6} />}
      {data && <Calculator functions={data.functions} minimum_micros={minimum_micros} />}
    </Card>
  )
}

function Calculator({ functions, minimum_micros }: { functions: PricedFunction[]; minimum_micros: number }) {
  const [plans, setPlans] = useState<Record<string, Plan>>({})
  const planFor = (one: PricedFunction) => plans[one.id] ?? planOf(one)
  const [isWhole, setWhole] = useState(false)
  const t = useT()
  const total = totalOf(functions.map((one) => costOf(one, planFor(one))))
  const shown = isWhole ? functions : firstShown(functions)
  return (
    <div className={styles.stack}>
      <ul className={styles.plans}>
        {shown.map((one) => (
          <PlanLine
            key={one.id}
            one={one}
            plan={planFor(one)}
            onChange={(plan) => setPlans({ ...plans, [one.id]: plan })}
          />
        ))}
      </ul>
      {shown.length < functions.length && (
        <div>
          <Button size="small" onClick={() => setWhole(true)}>
            {t('Show all {count} functions', { count: functions.length })}
          </Button>
        </div>
      )}
      {total !== undefined && <Verdict total={total} minimum_micros={minimum_micros} />}
    </div>
  )
}

/** Nothing is shown while a field holds no number. */
function Verdict({ total, minimum_micros }: { total: number; minimum_micros: number }) {
  const t = useT()
  const { short } = useMoney()
  const { left_micros, over_micros } = againstMinimum(total, minimum_micros)
  return (
    <>
      <Meter
        label={t('Cost of a month')}
        value={total}
        max={minimum_micros}
        text={t('{spent} of {limit}', { spent: short(total), limit: short(minimum_micros) })}
        tone={over_micros > 0 ? 'warn' : 'good'}
      />
      <Banner tone={over_micros > 0 ? 'info' : 'good'}>
        {over_micros > 0
          ? t('{amount} more than the monthly minimum: add funds for it.', { amount: short(over_micros) })
          : t('Covered by the monthly minimum. {amount} stays on your balance for any API and does not expire.', {
              amount: short(left_micros),
            })}
      </Banner>
    </>
  )
}

type PlanLineProps = { one: PricedFunction; plan: Plan; onChange: (plan: Plan) => void }

function PlanLine({ one, plan, onChange }: PlanLineProps) {
  const t = useT()
  const { short } = useMoney()
  const cost = costOf(one, plan)
  const wrong = (text: string) => (typedCount(text) === undefined ? t('Please enter a number') : undefined)
  return (
    <li className={styles.plan}>
      <div className={styles.planWords}>
        <strong>{one.title}</strong>
        <span className={styles.soft}>
          {one.result_micros > 0
            ? t('{request} per request and {result} per result', {
                request: short(one.request_micros),
                result: short(one.result_micros),
              })
            : t('{request} per request', { request: short(one.request_micros) })}
        </span>
      </div>
      <Field
        label={t('Requests a month')}
        inputMode="numeric"
        autoComplete="off"
        value={plan.requests}
        onChange={({ target }) => onChange({ ...plan, requests: target.value })}
        error={wrong(plan.requests)}
        noMessage
      />
      {one.result_micros > 0 ? (
        <Field
          label={t('Results per request')}
          inputMode="numeric"
          autoComplete="off"
          value={plan.results}
          onChange={({ target }) => onChange({ ...plan, results: target.value })}
          error={wrong(plan.results)}
          noMessage
        />
      ) : (
        <span />
      )}
      <output className={styles.planCost}>{cost === undefined ? '–' : short(cost)}</output>
    </li>
  )
}
