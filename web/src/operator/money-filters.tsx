import { type ReactNode, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { oneOf } from '#lib/search-params.ts'
import { rangePresets } from '#traffic/range-presets.ts'
import type { RangeName } from '#traffic/ranges.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from './money.module.css'
import { daysOf, useFilters } from './money-search.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

/** A filter of a list; the first choice is everything. */
export function ChoiceFilter<T extends string>(props: { name: string; label: string; words: Record<T, ConsoleKey> }) {
  const t = useConsoleT()
  const { get, change } = useFilters()
  const values = Object.keys(props.words) as T[]
  return (
    <Select
      label={props.label}
      noMessage
      value={oneOf(values)(get(props.name)) ?? ''}
      options={[{ value: '', label: t('All') }, ...values.map((value) => ({ value, label: t(props.words[value]) }))]}
      onChange={(event) => change({ [props.name]: event.target.value || null })}
    />
  )
}

/** The UTC days of a view. */
export function DaysFilter({ usual }: { usual: RangeName }) {
  const t = useT()
  const { get, change } = useFilters()
  const [now_ms] = useState(() => Date.now())
  return (
    <DateRange
      value={daysOf(get, usual, now_ms)}
      presets={rangePresets('payments', now_ms, t)}
      onChange={({ from, to }) => change({ from, to })}
    />
  )
}

/** The footer of a list that is read newest first, where it has more than a page. */
export function usePages(next: string | null | undefined): ReactNode {
  const t = useConsoleT()
  const { get, address } = useFilters()
  const isFirst = get('before') === undefined
  if (isFirst && !next) return undefined
  return (
    <nav className={styles.pages} aria-label={t('Pages')}>
      {!isFirst && (
        <Link to={address({})} className={buttonClass({ size: 'small' })}>
          {t('First page')}
        </Link>
      )}
      {next && (
        <Link to={address({ before: next })} className={buttonClass({ size: 'small' })}>
          {t('Older')}
        </Link>
      )}
    </nav>
  )
}
