import { useQuery } from '@tanstack/react-query'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { titleIn } from '#page/titles.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { relativeTime } from '#ui/text/relative-time.ts'
import styles from './cards.module.css'
import { latestErrorsQuery } from './column-queries.ts'
import type { Scope } from './dashboard-search.ts'

/** One line for each cause, as Errors has them: a cause that repeats must not hide the others. */
export function LatestErrors({ scope, now_ms }: { scope: Scope; now_ms: number }) {
  const { t, language } = useI18n()
  const { whole } = useNumberFormats()
  const { data, isError, isFetching, refetch } = useQuery(latestErrorsQuery(scope, now_ms))
  const all = scope === 'h2h' ? paths.h2hErrors : paths.apiErrors
  return (
    <Card title={t('Latest errors')} actions={<Link to={all}>{t('All errors')}</Link>}>
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={5} />}
      {data && data.groups.length === 0 && (
        <Empty icon="check-circle" title={t('No errors in the last 7 days')}>
          {t('Failed requests appear here, with the cause and how to fix it.')}
        </Empty>
      )}
      {data && data.groups.length > 0 && (
        <ul className={styles.errors}>
          {data.groups.map((row) => (
            <li key={`${row.code} ${row.function}`}>
              <Link
                to={`${all}?${new URLSearchParams({ code: String(row.code), function: row.function })}`}
                className={styles.error}
              >
                <Badge tone={row.class === 'server' ? 'bad' : 'warn'}>{row.code}</Badge>
                <span className={styles.errorWords}>
                  <Breakable text={row.message} />
                  <span className={styles.below}>
                    {row.function === 'unknown/unknown' ? row.path : titleIn(t, row.title)}
                    {row.count > 1 && ` × ${whole(row.count)}`}
                  </span>
                </span>
                <time dateTime={row.last_at} className={styles.when}>
                  {relativeTime(row.last_at, now_ms, language)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
