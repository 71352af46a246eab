import { LOG_KINDS } from '@portico/contract/audit-actions.ts'
import { LOG_RESULTS } from '@portico/contract/security-log.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { utcDay } from '#ui/text/utc-days.ts'
import { useUiTexts } from '#ui/texts.tsx'
import { type Change, type LogPlace, NO_FILTERS, OFFICES, PRESETS, periodOf } from './log-place.ts'
import { KIND_WORDS, OFFICE_WORDS, PERIOD_WORDS, RESULT_WORDS } from './log-words.ts'
import styles from './security-log.module.css'

type LogFiltersProps = {
  place: LogPlace
  people: { id: number; name: string }[]
  now_ms: number
  onChange: (change: Change) => void
}

export function LogFilters({ place: { period, filter, narrowed }, people, now_ms, onChange }: LogFiltersProps) {
  const t = useT()
  const texts = useUiTexts()
  return (
    <div className={styles.filters}>
      <DateRange
        value={period}
        presets={PRESETS.map((id) => ({ id, label: t(PERIOD_WORDS[id]), range: periodOf(id, now_ms) }))}
        max={utcDay(now_ms)}
        onChange={(range, preset) => onChange(preset === null ? range : { range: preset })}
      />
      <Select
        noMessage
        hideLabel
        label={t('Type')}
        value={filter.kind ?? ''}
        options={[
          { value: '', label: t('All types') },
          ...LOG_KINDS.map((value) => ({ value, label: t(KIND_WORDS[value]) })),
        ]}
        onChange={({ target }) => onChange({ kind: target.value })}
      />
      <Select
        noMessage
        hideLabel
        label={t('Who')}
        value={filter.person ?? ''}
        options={[
          { value: '', label: t('Everyone') },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ...OFFICES.map((value) => ({ value, label: t(OFFICE_WORDS[value]) })),
        ]}
        onChange={({ target }) => onChange({ person: target.value })}
      />
      <Select
        noMessage
        hideLabel
        label={t('Result')}
        value={filter.result ?? ''}
        options={[
          { value: '', label: t('All results') },
          ...LOG_RESULTS.map((value) => ({ value, label: t(RESULT_WORDS[value]) })),
        ]}
        onChange={({ target }) => onChange({ result: target.value })}
      />
      <Words key={filter.q ?? ''} value={filter.q ?? ''} onSet={(q) => onChange({ q })} />
      {narrowed > 0 && (
        <Button tone="quiet" onClick={() => onChange(NO_FILTERS)}>
          {texts.clearFilters}
        </Button>
      )}
    </div>
  )
}

/** Counts when the field is left or Enter is pressed, not with every letter. */
function Words({ value, onSet }: { value: string; onSet: (value: string) => void }) {
  const t = useT()
  const [draft, setDraft] = useState(value)
  const set = () => draft.trim() !== value && onSet(draft.trim())
  return (
    <form
      className={styles.words}
      onSubmit={(event) => {
        event.preventDefault()
        set()
      }}
    >
      <Field
        noMessage
        hideLabel
        type="search"
        icon="search"
        label={t('Search names, addresses, devices')}
        placeholder={t('Search names, addresses, devices')}
        value={draft}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onBlur={set}
      />
    </form>
  )
}
