import type { ReactNode } from 'react'
import { FilterFrameWaiting, Filters } from '#traffic/filters/filters.tsx'
import { RangePicker } from '#traffic/range-picker.tsx'
import { Lazy } from '#ui/lazy.tsx'
import type { Choices } from './errors-queries.ts'
import { NO_FILTERS } from './errors-search.ts'
import type { Errors } from './use-errors.ts'

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
      <RangePicker value={errors.filter} screen="errors" now_ms={errors.now_ms} onChange={errors.change} />
      {children}
    </Filters>
  )
}
