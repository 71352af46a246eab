import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import type { Need } from '@portico/contract/operator-today.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { numbers } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { relativeTime } from '#ui/text/relative-time.ts'
import styles from './customers.module.css'
import { NEED_WORDS } from './need-words.ts'
import { customerPath } from './paths.ts'
import { useConsoleT } from './texts.ts'
import { useLive } from './use-live.ts'

/** Sources and queues change without a booking; without a stream nothing else brings news. */
const REFRESH_MS = { open: 60_000, opening: 15_000, lost: 15_000 }
const perSecond = numbers({ maximumFractionDigits: 2 })

/** What needs a person, and beside it how the day goes. */
export function TodayScreen() {
  const t = useConsoleT()
  const client = useQueryClient()
  const stream = useLive(() => void client.invalidateQueries({ queryKey: ['today'] }))
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(['today'], operator.today, {}),
    refetchInterval: REFRESH_MS[stream],
  })
  return (
    <>
      <PageHeader title={t('Today')} note={data && <Moment at={data.at} />} />
      {!data && <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={9} />}</Card>}
      {data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {data && (
        <div className={styles.columns}>
          <div className={styles.column}>
            {data.needs.length === 0 && (
              <Card>
                <Empty icon="check-circle" title={t('Nothing needs your attention right now')} />
              </Card>
            )}
            {data.needs.map((need) => (
              <NeedCard key={need.kind} need={need} />
            ))}
          </div>
          <div className={styles.column}>
            <DayCard day={data} />
          </div>
        </div>
      )}
    </>
  )
}

function NeedCard({ need: { kind, count, at, items } }: { need: Need }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const { language } = useI18n()
  const when = at && relativeTime(at, Date.now(), language)
  const { label, tone, screen, command } = NEED_WORDS[kind]
  // The count of queues is that of what waits in them.
  const more = kind === 'queues' ? 0 : count - items.length
  return (
    <Card
      title={
        <span className={styles.line}>
          {t(label)} <Badge tone={tone}>{whole(count)}</Badge>
        </span>
      }
      note={when && (kind === 'keys' ? t('The first {when}', { when }) : t('The oldest {when}', { when }))}
    >
      <div className={styles.stack}>
        <ul className={styles.pairs}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same name and time
            <li key={index} className={styles.pair}>
              <span className={styles.who}>
                {item.customer_id === null ? (
                  <span>{item.label}</span>
                ) : (
                  <span>
                    <Link to={customerPath(item.customer_id)}>{item.label}</Link>
                  </span>
                )}
                {item.note && <span className={styles.soft}>{item.note}</span>}
              </span>
              {item.at && (
                <span className={styles.value}>
                  <Moment at={item.at} />
                </span>
              )}
            </li>
          ))}
        </ul>
        {more > 0 && <p className={styles.soft}>{t('{count} more', { count: whole(more) })}</p>}
        {screen && <Link to={screen.path}>{t(screen.label)}</Link>}
        {command && (
          <p className={styles.soft}>
            {t('On the command line:')} <code>{command}</code>
          </p>
        )}
      </div>
    </Card>
  )
}

type Day = Output<typeof operator.today>

/** Today so far against the same weekday of last week, until the same time of day. */
function DayCard({ day: { revenue_micros, month, calls, new_customers, active_customers } }: { day: Day }) {
  const t = useConsoleT()
  const { language } = useI18n()
  const { short } = useMoney()
  const { whole, share, change } = useNumberFormats()
  const against = ({ today, before }: { today: number; before: number }, text: (value: number) => string) =>
    before === 0
      ? t('Same time last week: {value}', { value: text(before) })
      : t('Same time last week: {value} ({change})', { value: text(before), change: change(today / before - 1) })
  const facts = [
    revenue_micros && {
      key: 'revenue',
      label: t('Revenue from calls'),
      value: short(revenue_micros.today),
      note: against(revenue_micros, short),
    },
    month && {
      key: 'month',
      label: t('Revenue from calls this month'),
      value: short(month.micros),
      note: t('Last month: {value}', { value: short(month.before_micros) }),
    },
    {
      key: 'rate',
      label: t('Calls per second'),
      value: perSecond(language).format(calls.calls / calls.seconds),
      note: t('{count, plural, one {# call} other {# calls}} in five minutes', { count: calls.calls }),
    },
    {
      key: 'errors',
      label: t('Error rate'),
      value: calls.calls === 0 ? '–' : share(calls.errors / calls.calls),
      note: t('{count, plural, one {# call failed} other {# calls failed}} in five minutes', { count: calls.errors }),
    },
    new_customers && {
      key: 'new',
      label: t('New customers'),
      value: whole(new_customers.today),
      note: against(new_customers, whole),
    },
    active_customers && {
      key: 'active',
      label: t('Paying customers with calls'),
      value: whole(active_customers.today),
      note: against(active_customers, whole),
    },
  ].filter((fact) => fact !== null)
  return (
    <Card title={t('The day so far (UTC)')}>
      <dl className={styles.facts}>
        {facts.map(({ key, label, value, note }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd className={styles.soft}>{note}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
