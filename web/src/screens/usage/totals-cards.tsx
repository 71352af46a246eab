import type { UsageTotals } from '@portico/contract/usage-totals.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Amount } from '#i18n/amount.tsx'
import { useT } from '#i18n/i18n.tsx'
import { tooFarBack } from '#traffic/too-far-back.ts'
import { classNames } from '#ui/class-names.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import type { Summary } from './breakdown-card.tsx'
import { useFormats } from './formats.ts'
import styles from './usage.module.css'

/** The totals of the whole range, one tile each. */
export function TotalsCards({ summary }: { summary: UseQueryResult<Summary> }) {
  const t = useT()
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = summary
  const refusal = tooFarBack(error)
  if (!data && isError)
    return (
      <Card>{refusal ? <LoadError>{t(refusal)}</LoadError> : <LoadError busy={isFetching} onRetry={refetch} />}</Card>
    )
  if (!data) return <TotalsSkeleton />
  return <Tiles totals={data.totals} before={data.before} isQuiet={isPlaceholderData} />
}

type TilesProps = { totals: UsageTotals; before: UsageTotals | null; isQuiet: boolean }

function Tiles({ totals, before, isQuiet }: TilesProps) {
  const t = useT()
  const { whole, share, duration } = useFormats()
  const estimated = t('Estimated from ranges; exported rows contain exact times')
  const { errors } = totals
  // A queued task has neither failed nor succeeded.
  const ended = (of: UsageTotals) => of.calls - of.queued
  const money = (micros: number) => <Amount micros={micros} />
  const about = (ms: number) => `≈ ${duration(ms)}`
  const tile = (value: (of: UsageTotals) => number | null, write: (value: number) => ReactNode) => ({
    value: value(totals),
    before: before === null ? undefined : value(before),
    write,
  })
  const rate = (of: UsageTotals) => (ended(of) === 0 ? null : of.errors / ended(of))
  return (
    <dl className={classNames(styles.tiles, isQuiet && styles.quiet)}>
      <Tile label={t('Cost')} {...tile((of) => of.cost_micros, money)} />
      <Tile label={t('Requests')} {...tile((of) => of.requests, whole)} />
      <Tile label={t('Tasks')} {...tile((of) => of.tasks, whole)} />
      <Tile label={t('Results')} {...tile((of) => of.results, whole)} />
      <Tile label={t('Average cost')} note={t('per task')} {...tile((of) => of.mean_cost_micros, money)} />
      <Tile
        label={t('Error rate')}
        note={t('{failed} of {count} failed', { count: whole(ended(totals)), failed: whole(errors) })}
        hint={t('Tasks, and requests without a task')}
        {...tile(rate, share)}
      />
      <Tile label={t('Median latency')} hint={estimated} {...tile((of) => of.p50_ms, about)} />
      <Tile label={t('p95 latency')} hint={estimated} {...tile((of) => of.p95_ms, about)} />
    </dl>
  )
}

type TileProps = {
  label: string
  note?: string
  hint?: string
  /** Null where there is nothing to measure. */
  value: number | null
  /** In the period before; undefined where it is not compared. */
  before: number | null | undefined
  write: (value: number) => ReactNode
}

function Tile({ label, note, hint, value, before, write }: TileProps) {
  return (
    <div className={styles.tile} title={hint}>
      <dt className={styles.tileLabel}>
        {label}
        {note && <span className={styles.tileNote}> {note}</span>}
      </dt>
      <dd className={styles.tileValue}>{value === null ? '–' : write(value)}</dd>
      {before !== undefined && <Before {...{ value, before, write }} />}
    </div>
  )
}

/** More is neither good nor bad here: it is only more. */
function Before({ value, before, write }: Pick<TileProps, 'value' | 'write'> & { before: number | null }) {
  const t = useT()
  const { change } = useFormats()
  return (
    <dd className={styles.tileBefore}>
      {value !== null && before !== null && before !== 0 && <Badge>{change(value / before - 1)}</Badge>}
      <span>
        {t('Previous period')}: {before === null ? '–' : write(before)}
      </span>
    </dd>
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
