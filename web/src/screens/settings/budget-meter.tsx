import type { Budget } from '@portico/contract/budgets.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { classNames } from '#ui/class-names.ts'
import { Meter } from '#ui/show/meter.tsx'
import styles from './settings.module.css'

/** What a budget counts. */
export function useBudgetName() {
  const t = useT()
  return ({ login, tag }: Pick<Budget, 'login' | 'tag'>) =>
    tag === null ? (login ?? t('Whole account')) : t('Tag “{tag}”', { tag })
}

/** This month's spending against the last line, and where the month is heading. */
export function BudgetMeter({ budget }: { budget: Budget }) {
  const t = useT()
  const { exact, short } = useMoney()
  const nameOf = useBudgetName()
  const { soft_micros, hard_micros, spent_micros, forecast_micros, is_reached } = budget
  const last = hard_micros ?? soft_micros ?? 0
  const isOver = spent_micros >= (soft_micros ?? last)
  const isHeading = forecast_micros !== null && forecast_micros > last
  return (
    <div>
      <Meter
        label={nameOf(budget)}
        value={spent_micros}
        max={last}
        text={t('{spent} of {limit}', { spent: exact(spent_micros), limit: exact(last) })}
        tone={is_reached ? 'bad' : isOver || isHeading ? 'warn' : 'accent'}
      />
      {is_reached && (
        <p className={classNames(styles.pace, styles.reached)}>
          {t('Reached: paid requests are refused until the month ends.')}
        </p>
      )}
      <p className={classNames(styles.pace, styles.note)}>
        {forecast_micros === null
          ? t('No forecast yet: it needs a full day with spending.')
          : t('Forecast for the month: {amount}', { amount: short(forecast_micros) })}
        {soft_micros !== null && ` · ${t('notification at {amount}', { amount: exact(soft_micros) })}`}
        {` · ${hard_micros === null ? t('never stops requests') : t('stops at {amount}', { amount: exact(hard_micros) })}`}
      </p>
    </div>
  )
}
