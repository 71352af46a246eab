import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import styles from '#traffic/compare/compare.module.css'
import { compareResults } from '#traffic/compare/compare-results.ts'
import { CompareTable } from '#traffic/compare/compare-table.tsx'
import { Select } from '#ui/input/select.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { resultQuery } from './playground-queries.ts'
import { firstText } from './stored-requests.ts'

export type CompareViewProps = {
  /** The runs of one function, the newest first. */
  runs: PlaygroundRun[]
  before_id: number
  after_id: number
}

/** Two results of a function side by side. */
export function CompareView({ runs, ...first }: CompareViewProps) {
  const t = useT()
  const { both } = useTimes()
  const [before_id, setBefore] = useState(first.before_id)
  const [after_id, setAfter] = useState(first.after_id)
  const before = useQuery(resultQuery(before_id))
  const after = useQuery(resultQuery(after_id))
  const failed = before.isError ? before : after.isError ? after : undefined
  const options = runs.map((run) => ({
    value: String(run.id),
    label: [both(run.at), firstText(run) ?? run.mode].join(' · '),
  }))
  return (
    <div className={styles.compare}>
      <div className={styles.runs}>
        <Select
          noMessage
          label={t('Before')}
          value={String(before_id)}
          options={options}
          onChange={({ target }) => setBefore(Number(target.value))}
        />
        <Select
          noMessage
          label={t('After')}
          value={String(after_id)}
          options={options}
          onChange={({ target }) => setAfter(Number(target.value))}
        />
      </div>
      {failed && <LoadError busy={failed.isFetching} onRetry={failed.refetch} />}
      {!failed && !(before.data && after.data) && <SkeletonText lines={8} />}
      {before.data && after.data && <CompareTable comparison={compareResults(before.data, after.data)} />}
    </div>
  )
}
