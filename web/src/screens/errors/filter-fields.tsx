import { ALL_LOGINS } from '@portico/contract/usage.ts'
import { useT } from '#i18n/i18n.tsx'
import { FilterText } from '#traffic/filters/filter-text.tsx'
import { FilterFrame } from '#traffic/filters/filters.tsx'
import { sourceOptions } from '#traffic/source-options.ts'
import { Select, type SelectOption } from '#ui/input/select.tsx'
import type { Choices } from './errors-queries.ts'
import { useFormats } from './formats.ts'
import type { Errors } from './use-errors.ts'
import { functionTitle } from './words.ts'

/** The filters beside the range. Each goes into the address at once. */
export function FilterFields({ errors, choices }: { errors: Errors; choices: Choices | undefined }) {
  const t = useT()
  const { whole } = useFormats()
  const { filter, change } = errors
  const code = filter.code === undefined ? '' : String(filter.code)
  return (
    <FilterFrame>
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
      {filter.kind === 'request' && (
        <Select
          noMessage
          label={t('Source')}
          value={filter.via ?? ''}
          options={sourceOptions(t, choices?.agents ?? [])}
          onChange={(event) => change({ via: event.target.value })}
        />
      )}
      <FilterText label={t('Task ID')} value={filter.task ?? ''} onSet={(task) => change({ task })} />
    </FilterFrame>
  )
}

/** The chosen value stays in the list, even where this range has none of it. */
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
