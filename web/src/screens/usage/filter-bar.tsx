import type { Output } from '@portico/contract/endpoint.ts'
import { ALL_LOGINS, type usage as contract, METHODS, STATUS_CLASSES } from '@portico/contract/usage.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/choice.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { Select } from '#ui/select.tsx'
import { useSnackbar } from '#ui/snackbar.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { type DayRange, utcDay } from '#ui/utc-days.ts'
import { FilterText } from './filter-text.tsx'
import styles from './usage.module.css'
import { grainsFor, NO_FILTERS, RANGES, rangeNamed, shortened } from './usage-place.ts'
import type { Usage } from './use-usage.ts'
import { GRAIN_WORDS, METHOD_WORDS, priorityWord, RANGE_WORDS, STATUS_WORDS } from './words.ts'

export type Choices = Output<typeof contract.getUsageChoices>
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
      {isOpen && <Fields usage={usage} choices={choices} />}
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
    if (kept.from !== range.from) snackbar.show({ text: t('At most six months at once. The range was shortened.') })
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

function Fields({ usage, choices }: Props) {
  const t = useT()
  const { filter, change } = usage
  const code = filter.status && /^\d/.test(filter.status) ? filter.status : undefined
  const known = choices?.functions ?? []
  const isListed = !filter.function || known.some((one) => one.function === filter.function)
  const shared = { noMessage: true } as const
  return (
    <div className={styles.fields}>
      <Select
        {...shared}
        label={t('Function')}
        value={filter.function ?? ''}
        options={[
          { value: '', label: t('All functions') },
          ...known.map((one) => ({ value: one.function, label: `${one.title} (${one.function})` })),
          ...(isListed ? [] : [{ value: filter.function ?? '', label: filter.function ?? '' }]),
        ]}
        onChange={(event) => change({ function: event.target.value })}
      />
      <Select
        {...shared}
        label={t('Status')}
        value={filter.status ?? ''}
        options={[
          { value: '', label: t('Any status') },
          ...STATUS_CLASSES.map((value) => ({ value, label: t(STATUS_WORDS[value]) })),
          ...(code ? [{ value: code, label: t('Code {code}', { code }) }] : []),
        ]}
        onChange={(event) => change({ status: event.target.value })}
      />
      {choices && choices.logins.length > 1 && (
        <Select
          {...shared}
          label={t('API login')}
          value={filter.login ?? ''}
          options={loginOptions(choices, filter.scope === 'h2h', {
            active: t('Active login'),
            all: t('All logins'),
          })}
          onChange={(event) => change({ login: event.target.value })}
        />
      )}
      <Select
        {...shared}
        label={t('Method')}
        value={filter.method ?? ''}
        options={[
          { value: '', label: t('All methods') },
          ...METHODS.map((value) => ({ value, label: t(METHOD_WORDS[value]) })),
        ]}
        onChange={(event) => change({ method: event.target.value })}
      />
      <Select
        {...shared}
        label={t('Priority')}
        value={filter.priority ?? ''}
        options={[
          { value: '', label: t('All priorities') },
          ...['1', '2'].map((value) => ({ value, label: t(priorityWord(Number(value))) })),
        ]}
        onChange={(event) => change({ priority: event.target.value })}
      />
      <Select
        {...shared}
        label={t('Environment')}
        value={filter.environment ?? ''}
        options={[
          { value: '', label: t('Production (charged)') },
          { value: 'sandbox', label: t('Sandbox (free)') },
        ]}
        onChange={(event) => change({ environment: event.target.value })}
      />
      <FilterText label={t('Status code')} value={code ?? ''} pattern="\d{5}" onSet={(status) => change({ status })} />
      <FilterText label={t('Tag')} value={filter.tag ?? ''} onSet={(tag) => change({ tag })} />
      <FilterText label={t('Task id')} value={filter.task ?? ''} onSet={(task) => change({ task })} />
    </div>
  )
}

function loginOptions(choices: Choices, isMachines: boolean, words: { active: string; all: string }) {
  const logins = choices.logins.map(({ login }) => ({ value: login, label: login }))
  const active = choices.logins.find(({ is_active }) => is_active)?.login
  if (isMachines) return [{ value: '', label: words.all }, ...logins]
  return [
    { value: '', label: active ? `${words.active} (${active})` : words.active },
    { value: ALL_LOGINS, label: words.all },
    ...logins.filter(({ value }) => value !== active),
  ]
}
