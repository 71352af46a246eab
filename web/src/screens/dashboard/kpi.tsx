import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '#ui/show/load-error.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import styles from './dashboard.module.css'

type KpiProps<Data> = {
  title: string
  /** The logins it is of, where it is not the active one. */
  of: string | undefined
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** One figure, which loads and fails alone. */
export function Kpi<Data>({ title, of, query, children }: KpiProps<Data>) {
  'use no memo'
  const { data, isError, isFetching, refetch } = query
  return (
    <section className={styles.kpi} aria-label={title}>
      <h2 className={styles.kpiTitle}>
        {title}
        {of && <span className={styles.kpiOf}> · {of}</span>}
      </h2>
      {data && children(data)}
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && (
        <SkeletonGroup className={styles.kpiSkeleton}>
          <Skeleton shape="title" width="long" />
          <Skeleton width="half" />
        </SkeletonGroup>
      )}
    </section>
  )
}
