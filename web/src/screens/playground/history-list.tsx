import { isGood } from '@portico/contract/codes.ts'
import { CONCEALED } from '@portico/contract/conceal.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { useTimes } from '#page/times.ts'
import { titleIn } from '#page/titles.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { storedAddress } from './address.ts'
import { type ComparedRuns, CompareRuns } from './compare-runs.tsx'
import { historyQuery, queuedTaskQuery } from './playground-queries.ts'
import { isQueuedRun } from './queued-runs.ts'
import styles from './requests-card.module.css'
import { RunAgain, type RunAgainProps } from './run-again.tsx'
import { findMethod, firstText, holds } from './stored-requests.ts'
import { useComparable } from './use-compare.ts'
import type { PlaygroundRequest } from './use-request.ts'

export type HistoryListProps = Pick<RunAgainProps, 'balance_micros' | 'mayLive' | 'busy' | 'onRun'> & {
  request: PlaygroundRequest
  search: string
}

/** The last runs of the login: each opens with its request, runs again, and is compared with another. */
export function HistoryList({ request, search, ...again }: HistoryListProps) {
  const { t } = useI18n()
  const money = useMoney()
  const { both } = useTimes()
  const { data, isError, isFetching, refetch } = useQuery(historyQuery)
  const comparable = useComparable(request)
  const [compared, setCompared] = useState<ComparedRuns>()
  const runs =
    data?.runs.filter((run) => {
      const { title } = findMethod(request.functions, run.method_id)
      return holds(search, run.method_id, titleIn(t, title), JSON.stringify(run.task), String(run.status_code))
    }) ?? []
  if (!data) return isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />
  if (data.runs.length > 0 && runs.length === 0) return <Empty icon="search" title={t('Nothing found')} />
  if (runs.length === 0) return <Empty icon="clock" title={t('No runs yet')} />
  return (
    <ul className={classNames(styles.list, styles.scroll)}>
      {runs.map((run) => {
        const { section, title, method } = findMethod(request.functions, run.method_id)
        const others = comparable(run.method_id)
        const other = others.find(({ id }) => id !== run.id)
        return (
          <li key={run.id}>
            <Link className={styles.link} to={storedAddress(section, { run: run.id })}>
              <span className={styles.title}>{titleIn(t, title)}</span>
              {firstText(run) && <span className={styles.query}>{firstText(run)}</span>}
              <span className={styles.note}>
                {both(run.at)} · {run.mode === 'live' ? `${t('Live')} · ${money.exact(run.cost_micros)}` : t('Sandbox')}
              </span>
            </Link>
            {run.has_result && other && (
              <IconButton
                icon="columns"
                label={t('Compare with another run')}
                onClick={() => setCompared({ runs: others, pair: [run.id, other.id] })}
              />
            )}
            {method && isWhole(run) && <RunAgain {...again} run={run} method={method} />}
            <RunBadge run={run} />
          </li>
        )
      })}
      {compared && <CompareRuns compared={compared} onClose={() => setCompared(undefined)} />}
    </ul>
  )
}

function RunBadge({ run }: { run: PlaygroundRun }) {
  if (isQueuedRun(run)) return <QueuedBadge run={run} />
  return <Badge tone={isGood(run.status_code) ? 'good' : 'bad'}>{run.status_code}</Badge>
}

/** For a task that was left alone: polls its state, so that the list shows when it has ended. */
function QueuedBadge({ run }: { run: PlaygroundRun }) {
  const { t } = useI18n()
  useQuery(queuedTaskQuery(run))
  return <Badge tone="accent">{t('Queued')}</Badge>
}

/** A request that had a secret is opened and filled in: the stored part alone would be another request. */
function isWhole({ task }: PlaygroundRun): boolean {
  return !JSON.stringify(task).includes(CONCEALED)
}
