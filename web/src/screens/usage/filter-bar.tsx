import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/choice.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { useSnackbar } from '#ui/snackbar.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { type DayRange, utcDay } from '#ui/utc-days.ts'
import { type Choices, FilterFields } from './filter-fields.tsx'
import styles from './usage.module.css'
import { grainsFor, NO_FILTERS, RANGES, rangeNamed, shortened } from './usage-place.ts'
import type { Usage } from './use-usage.ts'
import { GRAIN_WORDS, RANGE_WORDS } from './words.ts'

type Props = { usage: Usage; choices: Choices | undefined }

export function FilterBar({ usage, choices }: Props) {
  const t = useT()
  const texts = useUiTexts()
  const [isOpen, setOpen] = useState(usage.narrowed > 0)
  return (
    <div className={styles.filters}>
      <div className={styles.filterLine}>
        <Ranges usage={usage} />
        <Grains usage={usage} />
        <div className={styles.filterEnd}>
          {usage.narrowed > 0 && (
            <Button tone="quiet" onClick={() => usage.change(NO_FILTERS)}>
              {texts.clearFilters}
            </Button>
          )}
          <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('Filters')}
            {usage.narrowed > 0 && <span className={styles.count}>{usage.narrowed}</span>}
          </Button>
        </div>
      </div>
      {isOpen && <FilterFields usage={usage} choices={choices} />}
    </div>
  )
}

function Ranges({ usage }: { usage: Usage }) {
  const t = useT()
  const snackbar = useSnackbar()
  const { from, to } = usage.filter
  const choose = (range: DayRange, preset: string | null) => {
    if (preset !== null) return usage.change({ range: preset })
    const kept = shortened(range)
    if (kept.from !== range.from)
      snackbar.show({ text: t('At most six months at once. The range was shortened.'), about: 'range' })
    usage.change(kept)
  }
  return (
    <DateRange
      value={{ from, to }}
      presets={RANGES.map((id) => ({ id, label: t(RANGE_WORDS[id]), range: rangeNamed(id, usage.now_ms) }))}
      max={utcDay(usage.now_ms)}
      onChange={choose}
    />
  )
}

function Grains({ usage }: { usage: Usage }) {
  const t = useT()
  const grains = grainsFor(usage.filter)
  if (grains.length < 2) return null
  return (
    <Segmented
      label={t('Steps of the charts')}
      options={grains.map((grain) => ({ value: grain, label: t(GRAIN_WORDS[grain]) }))}
      value={usage.grain}
      onChange={(grain) => usage.change({ grain })}
    />
  )
}
