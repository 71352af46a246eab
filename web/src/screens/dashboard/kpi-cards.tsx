import { RUNWAY_MAX_DAYS } from '@portico/contract/dashboard.ts'
import { ALL_LOGINS } from '@portico/contract/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '#i18n/amount.tsx'
import type { Translator } from '#i18n/i18n.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useWayTo } from '#money/add-funds.ts'
import { liveBalanceQuery } from '#money/balance.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Meter } from '#ui/show/meter.tsx'
import styles from './dashboard.module.css'
import { balanceQuery, isActiveLogin, monthQuery, todayQuery, type Whose } from './dashboard-queries.ts'
import { Kpi } from './kpi.tsx'

/** Covers the logins of the chart below; they are named where it is not the active one. */
export function KpiCards({ whose }: { whose: Whose }) {
  // Four small cards: drawing them again costs less than code that remembers them, and every session begins with it.
  'use no memo'
  const t = useT()
  const balance = useQuery(balanceQuery(whose))
  const today = useQuery(todayQuery(whose))
  const month = useQuery(monthQuery(whose))
  const { scope, login } = whose
  const of = login === ALL_LOGINS || (scope === 'h2h' && !login) ? t('All logins') : login
  return (
    <div className={styles.kpis}>
      <Kpi title={t('Balance')} of={of} query={balance}>
        {(data) => <Balance whose={whose} {...data} />}
      </Kpi>
      <Kpi title={t('Spent today (UTC)')} of={of} query={today}>
        {(data) => <SpentToday whose={whose} {...data} />}
      </Kpi>
      <Kpi title={t('Last 30 days')} of={of} query={month}>
        {(data) => <Month {...data} />}
      </Kpi>
      <Kpi title={t('Requests today (UTC)')} of={of} query={today}>
        {(data) => <Requests whose={whose} {...data} />}
      </Kpi>
    </div>
  )
}

type BalanceData = { balance_micros: number; days_left: number | null; is_young: boolean }

function Balance({ whose, balance_micros, days_left, is_young }: BalanceData & { whose: Whose }) {
  'use no memo'
  const t = useT()
  const isListed = useIsListed()
  const wayTo = useWayTo()
  // The header's own figure, where it is the same login: both move at the same moment.
  const { data } = useQuery({ ...liveBalanceQuery, enabled: false })
  const shown = isActiveLogin(whose) ? (data?.balance_micros ?? balance_micros) : balance_micros
  return (
    <>
      <p className={styles.kpiValue}>
        <Amount micros={shown} />
      </p>
      <p className={styles.kpiNote}>{runwayWords(t, days_left, is_young)}</p>
      {isListed(paths.payments) && (
        <div className={styles.kpiEnd}>
          <Link to={wayTo(paths.addFunds)} className={buttonClass({ tone: 'primary', size: 'small' })}>
            {t('Add funds')}
          </Link>
        </div>
      )}
    </>
  )
}

type SpentData = { spent_micros: number; limit_micros: number | null }

function SpentToday({ whose, spent_micros, limit_micros }: SpentData & { whose: Whose }) {
  'use no memo'
  const t = useT()
  const { exact } = useMoney()
  return (
    <>
      <p className={styles.kpiValue}>
        <Amount micros={spent_micros} />
      </p>
      {limit_micros === null && isActiveLogin(whose) && (
        <p className={styles.kpiNote}>
          {t('No daily limit.')} <Link to={paths.apiSettingsLimits}>{t('Set one')}</Link>
        </p>
      )}
      {spent_micros > 0 && isActiveLogin(whose) && (
        <p className={styles.kpiNote}>
          <Link to={`${paths.apiSettings}#cost-today`}>{t('Why is today’s cost different?')}</Link>
        </p>
      )}
      {limit_micros !== null && (
        <div className={styles.kpiEnd}>
          <Meter
            label={t('Daily limit')}
            text={exact(limit_micros)}
            value={spent_micros}
            max={limit_micros}
            tone={spent_micros >= limit_micros ? 'bad' : spent_micros >= limit_micros * 0.8 ? 'warn' : 'accent'}
          />
        </div>
      )}
    </>
  )
}

function Month({ cost_micros, before_micros }: { cost_micros: number; before_micros: number }) {
  'use no memo'
  const t = useT()
  const { change } = useNumberFormats()
  const share = changeOf(cost_micros, before_micros)
  return (
    <>
      <p className={styles.kpiValue}>
        <Amount micros={cost_micros} />
      </p>
      <p className={styles.kpiNote}>
        {share === null ? (
          t('Nothing in the previous 30 days')
        ) : (
          <>
            <Badge>{change(share)}</Badge> {t('vs. previous 30 days')}
          </>
        )}
      </p>
    </>
  )
}

type RequestsData = { day: string; requests: number; calls: number; queued: number; errors: number }

function Requests({ whose: { scope, login }, requests, calls, queued, errors }: RequestsData & { whose: Whose }) {
  'use no memo'
  const t = useT()
  const { whole, share } = useNumberFormats()
  const params = new URLSearchParams({ range: 'today', ...(login && { login }) })
  const to = `${scope === 'h2h' ? paths.h2hErrors : paths.apiErrors}?${params}`
  return (
    <>
      <p className={styles.kpiValue}>{whole(requests)}</p>
      <p className={styles.kpiNote}>
        {calls === 0 && t('No requests yet today')}
        {calls > 0 && errors === 0 && t('None failed')}
        {errors > 0 && (
          <Link to={to} title={t('Tasks, and requests without a task')}>
            {t('{share} of tasks failed', { share: share(errors / (calls - queued)) })}
          </Link>
        )}
      </p>
    </>
  )
}

/** The relative change since the previous period; null when there is nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before
}

/** How long the balance lasts, and by which average; a long forecast is not shown as a number. */
export function runwayWords(t: Translator['t'], days_left: number | null, isYoung: boolean): string {
  if (days_left === null) return t('Nothing spent in the last 7 days')
  if (days_left >= RUNWAY_MAX_DAYS)
    return isYoung ? t('More than 2 years at your pace so far') : t('More than 2 years at your 7-day average')
  const key = isYoung
    ? '{count, plural, =0 {less than a day} one {≈ # day} other {≈ # days}} at your pace so far'
    : '{count, plural, =0 {less than a day} one {≈ # day} other {≈ # days}} at your 7-day average'
  return t(key, { count: days_left })
}
