import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMoney } from '#i18n/money.ts'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { AccountActions } from './account-actions.tsx'
import { withTexts } from './console-texts.ts'
import { LoginsCard, SessionsCard, WhoCard } from './customer-facts.tsx'
import styles from './customers.module.css'
import { DailyLimitsCard } from './daily-limits-card.tsx'
import { MailsCard } from './mails-card.tsx'
import { MoreActions } from './more-actions.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useConsoleT } from './texts.ts'
import { TimelineCard } from './timeline-card.tsx'

const loadErrors = () => withTexts('errors-chart', async () => (await import('./errors-chart.tsx')).ErrorsChart)
const loadChart = () => withTexts('spend-chart', async () => (await import('./spend-chart.tsx')).SpendChart)

/** One customer: who they are, their money, what they call, what they and we did. */
export function CustomerScreen({ id, search }: { id: number; search: string }) {
  const t = useConsoleT()
  const login = new URLSearchParams(search).get('login') ?? ''
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...query(['customer', id, login], operator.customer, { id: String(id), ...(login && { login }) }),
    placeholderData: keepPreviousData,
  })
  if (error instanceof Problem && error.code === 'unknown_user') return <Missing title={t('User not found.')} />
  if (error instanceof Problem && error.code === 'unknown_login') return <Missing title={t('API login not found.')} />
  if (!data)
    return <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={9} />}</Card>
  return (
    <>
      <PageHeader
        title={data.name || data.email}
        aside={<StatusBadge status={data.status} />}
        note={data.email}
        actions={
          <>
            <AccountActions customer={data} />
            <MoreActions customer={data} />
          </>
        }
      />
      <MoneyCard customer={data} login={login} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {data.logins.length > 0 && (
            <Lazy
              load={loadChart}
              props={{ customer: data, search }}
              waiting={
                <Card>
                  <SkeletonText lines={8} />
                </Card>
              }
            />
          )}
          {data.logins.length > 0 && (
            <Lazy load={loadErrors} props={{ customer: data, search }} waiting={<WaitingCard />} whenNear />
          )}
          <PaymentsCard id={id} />
          <TimelineCard id={id} search={search} />
          <MailsCard id={id} />
        </div>
        <div className={styles.column}>
          <WhoCard customer={data} />
          <LoginsCard customer={data} />
          <DailyLimitsCard customer={data} login={login} />
          <SessionsCard customer={data} />
        </div>
      </div>
    </>
  )
}

function Missing({ title }: { title: string }) {
  const t = useConsoleT()
  return (
    <>
      <PageHeader title={t('Customers')} />
      <Empty icon="search" title={title} />
    </>
  )
}

/** The numbers of the customer's own dashboard. */
function MoneyCard({ customer: { money, logins, methods }, login }: { customer: Customer; login: string }) {
  const t = useConsoleT()
  const { short } = useMoney()
  const all = logins.reduce((sum, { balance_micros }) => sum + balance_micros, 0)
  const facts = [
    { key: 'balance', label: t('Balance'), value: short(money.balance_micros) },
    ...(logins.length > 1 ? [{ key: 'all', label: t('Balance of all logins'), value: short(all) }] : []),
    {
      key: 'left',
      label: t('Lasts for'),
      value:
        money.days_left === null
          ? t('Nothing is being spent')
          : t('{count, plural, one {# day} other {# days}}', { count: money.days_left }),
    },
    ...(money.trial && money.trial.total_micros > 0
      ? [
          {
            key: 'trial',
            label: t('Trial credit'),
            value: t('{left} of {total}', {
              left: short(money.trial.left_micros),
              total: short(money.trial.total_micros),
            }),
          },
        ]
      : []),
    { key: 'month', label: t('Spent in 30 days'), value: short(money.month_micros) },
    { key: 'before', label: t('Previous 30 days'), value: short(money.before_micros) },
    {
      key: 'methods',
      label: t('Payment methods'),
      value: methods.map(({ label }) => label).join(', ') || t('No payment method'),
    },
  ]
  return (
    <Card title={t('Money')} note={logins.length > 1 ? login || logins[0]?.login : undefined}>
      <dl className={styles.facts}>
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
