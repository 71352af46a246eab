import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { classNames } from '#ui/class-names.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import cards from './cards.module.css'
import { spendQuery } from './column-queries.ts'
import styles from './dashboard.module.css'
import type { Change, DashboardSearch } from './dashboard-search.ts'
import { SPEND_HEIGHT, SpendBars } from './spend-bars.tsx'
import { SpendControls } from './spend-controls.tsx'
import { totalOf } from './spend-layers.ts'

/** The line of the sum before it is known, so that the content below does not move. */
const EMPTY_LINE = '\u00a0'

type Props = { shown: DashboardSearch; change: (change: Change) => void; now_ms: number }

/** Cost or number of calls per API and day. */
export function SpendCard({ shown, change, now_ms }: Props) {
  const t = useT()
  const { whole } = useNumberFormats()
  const { exact } = useMoney()
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(spendQuery(shown))
  const total = data && totalOf(data.apis, shown.measure)
  const inPeriod = (sum: number) =>
    shown.measure === 'cost'
      ? t('{amount} in this period (UTC)', { amount: exact(sum) })
      : t('{count} requests in this period (UTC)', { count: whole(sum) })
  const title = shown.measure === 'cost' ? t('Spend by API') : t('Requests by API')
  return (
    <Card
      {...(!data && !isError && { className: styles.waitingMain })}
      title={title}
      note={total === undefined ? !isError && EMPTY_LINE : inPeriod(total)}
      actions={<SpendControls shown={shown} change={change} now_ms={now_ms} data={data} />}
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <ChartSkeleton height={SPEND_HEIGHT} />}
      {data && data.logins.length === 0 && <NoMachines />}
      {data && data.logins.length > 0 && total === 0 && (
        <Empty
          icon="chart"
          title={shown.measure === 'cost' ? t('Nothing was charged in this range.') : t('No requests in this range')}
        >
          {t('Spend, requests and errors appear here after your first request.')}
        </Empty>
      )}
      {data && total !== 0 && data.logins.length > 0 && (
        <div className={classNames(isPlaceholderData && cards.quiet)}>
          <SpendBars data={data} measure={shown.measure} label={title} />
        </div>
      )}
    </Card>
  )
}

function NoMachines() {
  const t = useT()
  return (
    <Empty
      icon="repeat"
      title={t('No machine logins yet')}
      action={
        <Link to={paths.apiAccess} className={buttonClass({})}>
          {t('Go to API Access')}
        </Link>
      }
    >
      {t('Add one under API Access and use it on your servers. Their traffic then appears here separately.')}
    </Empty>
  )
}
