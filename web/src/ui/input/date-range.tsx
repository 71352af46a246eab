import { useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useFloating } from '../floating/use-floating.ts'
import { type DayRange, daysOf, isRange, writeRange } from '../text/utc-days.ts'
import { useUiTexts } from '../texts.tsx'
import { Button } from './button.tsx'
import styles from './date-range.module.css'
import { Field } from './field.tsx'

type Preset = { id: string; label: string; range: DayRange }

type DateRangeProps = {
  value: DayRange
  onChange: (range: DayRange, preset: string | null) => void
  presets: readonly Preset[]
  /** The first and last day that may be chosen. */
  min?: string
  max?: string
}

/** A range of UTC days: one of the presets, or two days of one's own. */
export function DateRange({ value, onChange, presets, min, max }: DateRangeProps) {
  const texts = useUiTexts()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useFloating(button, popover, isOpen, { side: 'bottom', align: 'start' })
  const chosen = presets.find(({ range }) => range.from === value.from && range.to === value.to)

  function choose(range: DayRange, preset: string | null) {
    popover.current?.hidePopover()
    onChange(range, preset)
  }

  return (
    <>
      <Button
        ref={button}
        icon="calendar"
        iconEnd="chevron-down"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${texts.dateRange}: ${chosen?.label ?? writeRange(value, texts.locale)}`}
      >
        <span className={styles.value}>{chosen?.label ?? writeRange(value, texts.locale)}</span>
      </Button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={texts.dateRange}
        className={styles.popover}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <>
            <ul className={styles.presets}>
              {presets.map((preset) => (
                <li key={preset.id}>
                  <button
                    type="button"
                    className={classNames(styles.preset, preset === chosen && styles.chosen)}
                    aria-pressed={preset === chosen}
                    onClick={() => choose(preset.range, preset.id)}
                  >
                    {preset.label}
                  </button>
                </li>
              ))}
            </ul>
            <Custom {...{ value, min, max }} onApply={(range) => choose(range, null)} />
          </>
        )}
      </div>
    </>
  )
}

type CustomProps = { value: DayRange; min?: string; max?: string; onApply: (range: DayRange) => void }

function Custom({ value, min, max, onApply }: CustomProps) {
  const texts = useUiTexts()
  const [draft, setDraft] = useState(() => daysOf(value))
  const isBackwards = Boolean(draft.from && draft.to && draft.from > draft.to)
  return (
    <form
      className={styles.custom}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRange(draft, { min, max })) onApply(draft)
      }}
    >
      <Field
        label={texts.from}
        type="date"
        value={draft.from}
        min={min}
        max={max}
        required
        noMessage
        onChange={(event) => setDraft({ ...draft, from: event.target.value })}
      />
      <Field
        label={texts.to}
        type="date"
        value={draft.to}
        min={min}
        max={max}
        required
        hint={texts.daysAreUtc}
        error={isBackwards && texts.rangeOrder}
        onChange={(event) => setDraft({ ...draft, to: event.target.value })}
      />
      <Button type="submit" tone="primary" size="small" disabled={!isRange(draft, { min, max })}>
        {texts.apply}
      </Button>
    </form>
  )
}
