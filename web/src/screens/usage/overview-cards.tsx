import type { Output } from '@portico/contract/endpoint.ts'
import type { usage as contract } from '@portico/contract/usage.ts'
import type { NamedUsage } from '@portico/contract/usage-totals.ts'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { TOO_FAR_BACK } from '#traffic/too-far-back.ts'
import { classNames } from '#ui/class-names.ts'
import { cssVars } from '#ui/css-vars.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'
import { overviewQuery } from './usage-queries.ts'
import type { Usage } from './use-usage.ts'

type Overview = Output<typeof contract.getUsageOverview>

/** All APIs together: this month against the last, and the highest spenders. */
export function OverviewCards({ usage }: { usage: Usage }) {
  const t = useT()
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(overviewQuery(usage.filter))
  const notes = { range: t('By spend in this range') }
  if (!data && isError)
    return (
      <Card title={t('This month vs. last month')}>
        <LoadError busy={isFetching} onRetry={refetch} />
      </Card>
    )
  return (
    <div className={classNames(styles.overview, isPlaceholderData && styles.quiet)}>
      <Card title={t('This month vs. last month')} note={t('Up to the same day and time (UTC)')}>
        {data ? <Months data={data} /> : <SkeletonText lines={4} />}
      </Card>
      <Card title={t('Top tags')} note={notes.range}>
        {data ? <Ranking rows={data.top_tags ?? []} /> : <SkeletonText lines={4} />}
        {data?.top_tags === null && <p className={styles.none}>{t(TOO_FAR_BACK)}</p>}
        {data?.top_tags?.length === 0 && (
          <Empty title={t('No tags yet')}>{t('Send a tag with your tasks to see what each project costs.')}</Empty>
        )}
      </Card>
      <Card title={t('Top logins')} note={notes.range}>
        {data ? <Ranking rows={data.top_logins} /> : <SkeletonText lines={4} />}
        {data?.top_logins.length === 0 && <p className={styles.none}>{t('No requests in this range')}</p>}
      </Card>
    </div>
  )
}

function Months({ data: { this_month, last_month } }: { data: Overview }) {
  const t = useT()
  const { whole } = useFormats()
  const { exact } = useMoney()
  return (
    <dl className={styles.months}>
      <dt>{t('Cost')}</dt>
      <dd className={styles.monthsNow}>
        <Amount micros={this_month.cost_micros} />
        <Change now={this_month.cost_micros} before={last_month.cost_micros} />
      </dd>
      <dd className={styles.monthsBefore}>
        {t('Last month to date')}: {exact(last_month.cost_micros)}
      </dd>
      <dt>{t('Requests')}</dt>
      <dd className={styles.monthsNow}>
        {whole(this_month.requests)}
        <Change now={this_month.requests} before={last_month.requests} />
      </dd>
      <dd className={styles.monthsBefore}>
        {t('Last month to date')}: {whole(last_month.requests)}
      </dd>
    </dl>
  )
}

/** More is neither good nor bad here: it is only more. */
function Change({ now, before }: { now: number; before: number }) {
  const { change } = useFormats()
  return before === 0 ? null : <Badge>{change(now / before - 1)}</Badge>
}

function Ranking({ rows }: { rows: NamedUsage[] }) {
  const t = useT()
  const most = Math.max(...rows.map(({ cost_micros }) => cost_micros), 1)
  return (
    <ol className={styles.ranking}>
      {rows.map(({ name, requests, tasks, cost_micros }) => (
        <li key={name} className={styles.rank}>
          <span className={styles.rankName}>
            <Breakable text={name} />
          </span>
          <span className={styles.rankCalls}>
            {t('{count, plural, one {# request} other {# requests}}', { count: requests })} ·{' '}
            {t('{count, plural, one {# task} other {# tasks}}', { count: tasks })}
          </span>
          <Amount micros={cost_micros} />
          <span className={styles.rankBar} style={cssVars({ '--share': `${(cost_micros / most) * 100}%` })} />
        </li>
      ))}
    </ol>
  )
}
