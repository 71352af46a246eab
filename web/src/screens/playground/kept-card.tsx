import { playground } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { useTimes } from '#session/times.ts'
import { useAction } from '#session/use-action.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { addressOf } from './address.ts'
import { type ComparedRuns, CompareRuns } from './compare-runs.tsx'
import styles from './playground.module.css'
import { historyQuery, savedQuery } from './playground-queries.ts'
import { useComparable } from './use-compare.ts'
import type { PlaygroundRequest } from './use-request.ts'

const TABS = ['history', 'saved'] as const

/** Past runs and saved requests; each opens with what it asked. */
export function KeptCard({ request }: { request: PlaygroundRequest }) {
  const { t } = useI18n()
  const [tab, setTab] = useState<(typeof TABS)[number]>('history')
  const [search, setSearch] = useState('')
  return (
    <Card>
      <Tabs
        label={t('History and saved requests')}
        tabs={[
          { id: 'history', label: t('History') },
          { id: 'saved', label: t('Saved requests') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <div className={styles.kept}>
          <Field
            type="search"
            icon="search"
            hideLabel
            noMessage
            label={t('Search')}
            placeholder={t('Search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          {tab === 'history' ? (
            <History request={request} search={search} />
          ) : (
            <Saved request={request} search={search} />
          )}
        </div>
      </Tabs>
    </Card>
  )
}

function sectionOf({ functions }: PlaygroundRequest, method_id: string) {
  const found = functions.find(({ methods }) => methods.some(({ id }) => id === method_id))
  return { section: found?.playground ?? '', title: found?.title ?? method_id }
}

function History({ request, search }: { request: PlaygroundRequest; search: string }) {
  const { t } = useI18n()
  const { both } = useTimes()
  const { data, isError, isFetching, refetch } = useQuery(historyQuery)
  const comparable = useComparable(request)
  const [compared, setCompared] = useState<ComparedRuns>()
  const runs =
    data?.runs.filter((run) =>
      matches(search, run.method_id, sectionOf(request, run.method_id).title, JSON.stringify(run.task)),
    ) ?? []
  if (!data) return isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />
  if (data.runs.length > 0 && runs.length === 0) return <Empty icon="search" title={t('Nothing found')} />
  if (runs.length === 0) return <Empty icon="clock" title={t('No runs yet')} />
  return (
    <ul className={styles.keptList}>
      {runs.map((run) => {
        const { section, title } = sectionOf(request, run.method_id)
        const others = comparable(run.method_id)
        const other = others.find(({ id }) => id !== run.id)
        return (
          <li key={run.id}>
            <Link className={styles.keptLink} to={addressOf(section, { run: String(run.id) })}>
              <span className={styles.keptTitle}>{title}</span>
              <span className={styles.note}>
                {both(run.at)} · {run.mode === 'live' ? t('Live') : t('Sandbox')}
              </span>
            </Link>
            {run.has_result && other && (
              <IconButton
                icon="columns"
                label={t('Compare with another run')}
                onClick={() => setCompared({ runs: others, pair: [run.id, other.id] })}
              />
            )}
            <Badge tone={run.status_code < 40000 ? 'good' : 'bad'}>{run.status_code}</Badge>
          </li>
        )
      })}
      {compared && <CompareRuns compared={compared} onClose={() => setCompared(undefined)} />}
    </ul>
  )
}

function Saved({ request, search }: { request: PlaygroundRequest; search: string }) {
  const { t } = useI18n()
  const { data, isError, isFetching, refetch } = useQuery(savedQuery)
  const remove = useAction({
    work: (id: number) => call(playground.removeSaved, { id }),
    done: 'The request was removed.',
    changes: savedQuery.queryKey,
  })
  const requests = data?.requests.filter((one) => matches(search, one.name, one.folder, one.method_id)) ?? []
  if (!data) return isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />
  if (data.requests.length > 0 && requests.length === 0) return <Empty icon="search" title={t('Nothing found')} />
  if (requests.length === 0) return <Empty icon="star" title={t('No saved requests yet')} />
  return (
    <ul className={styles.keptList}>
      {requests.map((one) => {
        const { section, title } = sectionOf(request, one.method_id)
        return (
          <li key={one.id}>
            <Link className={styles.keptLink} to={addressOf(section, { saved: String(one.id) })}>
              <span className={styles.keptTitle}>{one.folder ? `${one.folder} / ${one.name}` : one.name}</span>
              <span className={styles.note}>
                {title}
                {one.is_shared && ` · ${t('Shared with the team')}`}
              </span>
            </Link>
            {one.is_own && (
              <IconButton
                icon="trash"
                label={t('Remove {name}', { name: one.name })}
                onClick={() => remove.mutate(one.id)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function matches(search: string, ...texts: string[]): boolean {
  const wanted = search.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
