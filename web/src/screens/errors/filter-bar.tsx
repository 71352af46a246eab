import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { FilterFrameWaiting, Filters } from '#session/filters/filters.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { type DayRange, presetRange, utcDay } from '#ui/text/utc-days.ts'
import { NO_FILTERS, RANGES, shortened } from './errors-place.ts'
import type { Choices } from './errors-queries.ts'
import type { Errors } from './use-errors.ts'
import { RANGE_WORDS } from './words.ts'

const loadFields = async () => (await import('./filter-fields.tsx')).FilterFields

const FIELDS = ['code', 'function', 'environment']

type Props = { errors: Errors; choices: Choices | undefined }

export function FilterBar({ errors, choices, children }: Props & { children?: ReactNode }) {
  return (
    <Filters
      narrowed={errors.narrowed}
      onClear={() => errors.change(NO_FILTERS)}
      fields={() => (
        <Lazy load={loadFields} props={{ errors, choices }} waiting={<FilterFrameWaiting fields={FIELDS} />} />
      )}
    >
      <Ranges errors={errors} />
      {children}
    </Filters>
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
