import { DAY_MS } from '@portico/contract/time.ts'
import { isRange, RANGE_MAX_DAYS, type Range } from '@portico/contract/usage-range.ts'
import { useT } from '#i18n/i18n.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { type DayRange, utcDay } from '#ui/text/utc-days.ts'
import { rangePresets } from './range-presets.ts'

type RangePickerProps = {
  value: Range
  screen: 'usage' | 'errors'
  now_ms: number
  /** The range as written into the address: by its name, or by its ends. */
  onChange: (change: { range: string } | Range) => void
}

/** The range of a screen about calls; one that is too long is shortened, with a toast. */
export function RangePicker({ value: { from, to }, screen, now_ms, onChange }: RangePickerProps) {
  const t = useT()
  const snackbar = useSnackbar()
  const choose = (range: DayRange, preset: string | null) => {
    if (preset !== null) return onChange({ range: preset })
    const stored = shortened(range)
    if (stored.from !== range.from)
      snackbar.show({ text: t('You can view up to six months at a time. The range was shortened.'), about: 'range' })
    onChange(stored)
  }
  return (
    <DateRange value={{ from, to }} presets={rangePresets(screen, now_ms, t)} max={utcDay(now_ms)} onChange={choose} />
  )
}

/** The longest range that ends where this one does. */
export function shortened({ from, to }: DayRange): DayRange {
  if (isRange({ from, to })) return { from, to }
  return { from: utcDay(Date.parse(to) - (RANGE_MAX_DAYS - 1) * DAY_MS), to }
}
