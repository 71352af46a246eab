import { LOG_KINDS } from '@portico/contract/audit-actions.ts'
import { LOG_RESULTS } from '@portico/contract/security-log.ts'
import { useT } from '#i18n/i18n.tsx'
import { FilterText } from '#traffic/filters/filter-text.tsx'
import { FilterFrame, Filters } from '#traffic/filters/filters.tsx'
import { rangePresets } from '#traffic/range-presets.ts'
import { DateRange } from '#ui/input/date-range.tsx'
import { Select } from '#ui/input/select.tsx'
import { utcDay } from '#ui/text/utc-days.ts'
import { type Change, type LogSearch, NO_FILTERS, OFFICES } from './log-search.ts'
import { KIND_WORDS, OFFICE_WORDS, RESULT_WORDS } from './log-words.ts'

type LogFiltersProps = {
  search: LogSearch
  people: { id: number; name: string }[]
  now_ms: number
  onChange: (change: Change) => void
}

export function LogFilters({ search: { period, filter, narrowed }, people, now_ms, onChange }: LogFiltersProps) {
  const t = useT()
  const fields = () => (
    <FilterFrame>
      <Select
        noMessage
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
        label={t('Result')}
        value={filter.result ?? ''}
        options={[
          { value: '', label: t('All results') },
          ...LOG_RESULTS.map((value) => ({ value, label: t(RESULT_WORDS[value]) })),
        ]}
        onChange={({ target }) => onChange({ result: target.value })}
      />
      <FilterText label={t('Search names, addresses, devices')} value={filter.q ?? ''} onSet={(q) => onChange({ q })} />
    </FilterFrame>
  )
  return (
    <Filters narrowed={narrowed} onClear={() => onChange(NO_FILTERS)} fields={fields}>
      <DateRange
        value={period}
        presets={rangePresets('log', now_ms, t)}
        max={utcDay(now_ms)}
        onChange={(range, preset) => onChange(preset === null ? range : { range: preset })}
      />
    </Filters>
  )
}
