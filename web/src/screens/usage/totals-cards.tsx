import type { UsageTotals } from '@portico/contract/usage-figures.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import type { Summary } from './breakdown-card.tsx'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'

/** The figures of the whole range, one tile each. */
export function TotalsCards({ summary }: { summary: UseQueryResult<Summary> }) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = summary
  if (!data && isError)
    return (
      <Card>
        <LoadError busy={isFetching} onRetry={refetch} />
      </Card>
    )
  if (!data) return <TotalsSkeleton />
  return <Tiles totals={data.totals} isQuiet={isPlaceholderData} />
}

function Tiles({ totals, isQuiet }: { totals: UsageTotals; isQuiet: boolean }) {
  const t = useT()
  const { whole, share, duration } = useFormats()
  const estimated = t('Estimated from time steps; the exported rows hold exact times')
  const { errors, mean_cost_micros, p50_ms, p95_ms } = totals
  // What waits in the queue has neither failed nor succeeded.
  const ended = totals.calls - totals.queued
  return (
    <dl className={classNames(styles.tiles, isQuiet && styles.quiet)}>
      <Tile label={t('Cost')}>
        <Amount micros={totals.cost_micros} />
      </Tile>
      <Tile label={t('Requests')}>{whole(totals.requests)}</Tile>
      <Tile label={t('Tasks')}>{whole(totals.tasks)}</Tile>
      <Tile label={t('Results')}>{whole(totals.results)}</Tile>
      <Tile label={t('Mean cost')} note={t('per task')}>
        {mean_cost_micros === null ? '–' : <Amount micros={mean_cost_micros} />}
      </Tile>
      <Tile
        label={t('Error rate')}
        note={t('{count, plural, one {{failed} of # call failed} other {{failed} of # calls failed}}', {
          count: ended,
          failed: whole(errors),
        })}
      >
        {ended === 0 ? '–' : share(errors / ended)}
      </Tile>
      <Tile label={t('Median latency')} hint={estimated}>
        {p50_ms === null ? '–' : `≈ ${duration(p50_ms)}`}
      </Tile>
      <Tile label={t('p95 latency')} hint={estimated}>
        {p95_ms === null ? '–' : `≈ ${duration(p95_ms)}`}
      </Tile>
    </dl>
  )
}

function Tile({ label, note, hint, children }: { label: string; note?: string; hint?: string; children: ReactNode }) {
  return (
    <div className={styles.tile} title={hint}>
      <dt className={styles.tileLabel}>
        {label}
        {note && <span className={styles.tileNote}> {note}</span>}
      </dt>
      <dd className={styles.tileValue}>{children}</dd>
    </div>
  )
}

const TILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function TotalsSkeleton() {
  return (
    <SkeletonGroup className={styles.tiles}>
      {TILES.map((tile) => (
        <div key={tile} className={styles.tile}>
          <Skeleton width="half" />
          <Skeleton shape="title" width="long" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
