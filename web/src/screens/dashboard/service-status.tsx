import type { ApiStatus } from '@portico/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { utcClock } from '#account-states/time-left.ts'
import { useCardFocus } from '#forms/use-card-focus.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { titleIn } from '#page/titles.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './cards.module.css'
import { statusQuery } from './column-queries.ts'
import type { Scope } from './dashboard-search.ts'

const WORDS: Record<ApiStatus['status'], [MessageKey, BadgeTone]> = {
  ok: ['Operational', 'good'],
  failing: ['Degraded', 'warn'],
  maintenance: ['Maintenance', 'warn'],
  down: ['Down', 'bad'],
  unknown: ['Unknown', 'neutral'],
}

/** The known status of each API: announcements, the gateway's view, and the account's own calls. */
export function ServiceStatus({ scope }: { scope: Scope }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(statusQuery(scope))
  useCardFocus(useLocation().hash.slice(1), data !== undefined)
  const isCalm = data?.apis.every(({ status }) => status === 'ok')
  return (
    <Card
      id="service-status"
      title={t('Service status')}
      className={styles.status}
      note={
        data &&
        (data.until === null
          ? isCalm && t('All systems operational.')
          : t('Maintenance until {time} UTC.', { time: utcClock(data.until) }))
      }
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={6} />}
      {data && (
        <ul className={styles.apis}>
          {data.apis.map((api) => (
            <ApiLine key={api.api} api={api} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ApiLine({ api: { title, status, calls, failures } }: { api: ApiStatus }) {
  const t = useT()
  const { whole } = useNumberFormats()
  const [word, tone] = WORDS[status]
  return (
    <li className={styles.api}>
      <span className={styles.apiName}>
        {titleIn(t, title)}
        {failures > 0 && (
          <span className={styles.below}>
            {t('{failures} of {count} failed in the last hour', {
              failures: whole(failures),
              count: whole(calls),
            })}
          </span>
        )}
      </span>
      <Badge tone={tone} dot>
        {t(word)}
      </Badge>
    </li>
  )
}
