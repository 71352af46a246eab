import { ALL_LOGINS } from '@portico/contract/usage.ts'
import { type ReactNode, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { useSnackbar } from '#ui/snackbar.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { type DayRange, presetRange, utcDay } from '#ui/utc-days.ts'
import styles from './errors.module.css'
import { NO_FILTERS, RANGES, shortened } from './errors-place.ts'
import type { Choices } from './errors-queries.ts'
import { FilterText } from './filter-text.tsx'
import { useFormats } from './formats.ts'
import type { Errors } from './use-errors.ts'
import { functionTitle, RANGE_WORDS } from './words.ts'

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
      {isOpen && <Fields errors={errors} choices={choices} />}
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

function Fields({ errors, choices }: Props) {
  const t = useT()
  const { whole } = useFormats()
  const { filter, change } = errors
  const code = filter.code === undefined ? '' : String(filter.code)
  return (
    <div className={styles.fields}>
      {filter.kind === 'request' && (
        <Select
          noMessage
          label={t('Code')}
          value={code}
          options={withChosen(
            code,
            (choices?.codes ?? []).map((one) => ({
              value: String(one.code),
              label: `${one.code} (${whole(one.count)})`,
            })),
            t('All codes'),
          )}
          onChange={(event) => change({ code: event.target.value })}
        />
      )}
      <Select
        noMessage
        label={t('Function')}
        value={filter.function ?? ''}
        options={withChosen(
          filter.function ?? '',
          (choices?.functions ?? []).map((one) => ({
            value: one.function,
            label: `${functionTitle(t, one)} (${whole(one.count)})`,
          })),
          t('All functions'),
        )}
        onChange={(event) => change({ function: event.target.value })}
      />
      {choices && choices.logins.length > 1 && (
        <Select
          noMessage
          label={t('API login')}
          value={filter.login ?? ''}
          options={loginOptions(choices, filter.scope === 'h2h', { active: t('Active login'), all: t('All logins') })}
          onChange={(event) => change({ login: event.target.value })}
        />
      )}
      {filter.kind === 'request' && (
        <Select
          noMessage
          label={t('Environment')}
          value={filter.environment ?? ''}
          options={[
            { value: '', label: `${t('Live (charged)')}: ${whole(choices?.production ?? 0)}` },
            { value: 'sandbox', label: `${t('Sandbox (free)')}: ${whole(choices?.sandbox ?? 0)}` },
          ]}
          onChange={(event) => change({ environment: event.target.value })}
        />
      )}
      <FilterText label={t('Task ID')} value={filter.task ?? ''} onSet={(task) => change({ task })} />
    </div>
  )
}

/** What is chosen stays in the list, even where this range has none of it. */
function withChosen(chosen: string, options: SelectOption[], all: string): SelectOption[] {
  const isListed = chosen === '' || options.some(({ value }) => value === chosen)
  return [{ value: '', label: all }, ...options, ...(isListed ? [] : [{ value: chosen, label: chosen }])]
}

function loginOptions(
  { logins }: Choices,
  isMachines: boolean,
  words: { active: string; all: string },
): SelectOption[] {
  const named = logins.map(({ login }) => ({ value: login, label: login }))
  if (isMachines) return [{ value: '', label: words.all }, ...named]
  return [{ value: '', label: words.active }, { value: ALL_LOGINS, label: words.all }, ...named]
}
