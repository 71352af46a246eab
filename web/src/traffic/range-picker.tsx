import type { Range } from '@portico/contract/usage.ts'
import { useT } from '#i18n/i18n.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { type DayRange, utcDay } from '#ui/text/utc-days.ts'
import { shortened } from './range-address.ts'
import { RANGE_WORDS } from './range-words.ts'

type RangePickerProps<Name extends keyof typeof RANGE_WORDS> = {
  value: Range
  names: readonly Name[]
  rangeNamed: (name: Name, now_ms: number) => Range
  now_ms: number
  /** The range as written into the address: by its name, or by its ends. */
  onChange: (change: { range: string } | Range) => void
}

/** The range of a screen about calls; one that is too long is shortened, with a toast. */
export function RangePicker<Name extends keyof typeof RANGE_WORDS>({
  value: { from, to },
  names,
  rangeNamed,
  now_ms,
  onChange,
}: RangePickerProps<Name>) {
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
    <DateRange
      value={{ from, to }}
      presets={names.map((id) => ({ id, label: t(RANGE_WORDS[id]), range: rangeNamed(id, now_ms) }))}
      max={utcDay(now_ms)}
      onChange={choose}
    />
  )
}
