import { type ReactNode, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useSnackbar } from '#ui/snackbar.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { type DayRange, presetRange, utcDay } from '#ui/utc-days.ts'
import styles from './errors.module.css'
import { NO_FILTERS, RANGES, shortened } from './errors-place.ts'
import type { Choices } from './errors-queries.ts'
import type { Errors } from './use-errors.ts'
import { RANGE_WORDS } from './words.ts'

const loadFields = async () => (await import('./filter-fields.tsx')).FilterFields

type Props = { errors: Errors; choices: Choices | undefined }

export function FilterBar({ errors, choices, children }: Props & { children?: ReactNode }) {
  const t = useT()
  const texts = useUiTexts()
  const [isOpen, setOpen] = useState(errors.narrowed > 0)
  return (
    <div className={styles.filters}>
      <div className={styles.filterLine}>
        <Ranges errors={errors} />
        {children}
        <div className={styles.filterEnd}>
          {errors.narrowed > 0 && (
            <Button tone="quiet" onClick={() => errors.change(NO_FILTERS)}>
              {texts.clearFilters}
            </Button>
          )}
          <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('Filters')}
            {errors.narrowed > 0 && <span className={styles.count}>{errors.narrowed}</span>}
          </Button>
        </div>
      </div>
      {isOpen && <Lazy load={loadFields} props={{ errors, choices }} waiting={<FieldsWaiting />} />}
    </div>
  )
}

function Ranges({ errors }: { errors: Errors }) {
  const t = useT()
  const snackbar = useSnackbar()
  const { from, to } = errors.filter
  const choose = (range: DayRange, preset: string | null) => {
    if (preset !== null) return errors.change({ range: preset })
    const kept = shortened(range)
    if (kept.from !== range.from)
      snackbar.show({ text: t('You can view up to six months at a time. The range was shortened.'), about: 'range' })
    errors.change(kept)
  }
  return (
    <DateRange
      value={{ from, to }}
      presets={RANGES.map((id) => ({ id, label: t(RANGE_WORDS[id]), range: presetRange(id, errors.now_ms) }))}
      max={utcDay(errors.now_ms)}
      onChange={choose}
    />
  )
}

function FieldsWaiting() {
  return (
    <SkeletonGroup className={styles.fields}>
      {['code', 'function', 'environment'].map((field) => (
        <Skeleton key={field} shape="button" />
      ))}
    </SkeletonGroup>
  )
}
