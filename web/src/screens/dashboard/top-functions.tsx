import type { TopFunction } from '@portico/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { titleIn } from '#page/titles.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { classNames } from '#ui/class-names.ts'
import { cssVars } from '#ui/css-vars.ts'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './cards.module.css'
import { topQuery } from './column-queries.ts'
import type { DashboardSearch } from './dashboard-search.ts'

/** The functions with the highest cost in the range of the chart above. */
export function TopFunctions({ shown }: { shown: DashboardSearch }) {
  const t = useT()
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(topQuery(shown))
  const all = shown.scope === 'h2h' ? paths.h2hDetail : paths.apiDetail
  return (
    <Card title={t('Top functions')} actions={<Link to={all}>{t('All usage')}</Link>}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={5} />}
      {data && data.functions.length === 0 && <Empty title={t('No requests in this range')} />}
      {data && (
        <ol className={classNames(styles.ranking, isPlaceholderData && styles.quiet)}>
          {data.functions.map((one) => (
            <Rank key={one.function} one={one} total_micros={data.cost_micros} shown={shown} />
          ))}
        </ol>
      )}
    </Card>
  )
}

type RankProps = { one: TopFunction; total_micros: number; shown: DashboardSearch }

function Rank({ one, total_micros, shown }: RankProps) {
  const t = useT()
  const { share } = useNumberFormats()
  const { exact } = useMoney()
  const part = total_micros === 0 ? 0 : one.cost_micros / total_micros
  return (
    <li className={styles.rank}>
      <Link to={usageLink(shown, one)} className={styles.rankName}>
        {titleIn(t, one.title)}
      </Link>
      <span className={styles.rankCost}>{exact(one.cost_micros)}</span>
      <span className={styles.rankBar} style={cssVars({ '--share': `${part * 100}%` })} aria-hidden />
      <span className={styles.rankNote}>
        {share(part)} · {t('{count, plural, one {# request} other {# requests}}', { count: one.requests })}
      </span>
    </li>
  )
}

/** Usage, filtered to one function in the same days and of the same login. */
export function usageLink(
  { scope, login, range }: Pick<DashboardSearch, 'scope' | 'login' | 'range'>,
  { function: name, section }: { function: string; section: string | null },
): string {
  const path = section ? paths.apiDetailOf.replace(':api', encodeURIComponent(section)) : paths.apiDetail
  const params = new URLSearchParams({ from: range.from, to: range.to, function: name, ...(login && { login }) })
  return `${scope === 'h2h' ? paths.h2hDetail : path}?${params}`
}
