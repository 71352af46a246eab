import type { Output } from '@portico/contract/endpoint.ts'
import { ALL_LOGINS, type usage as contract, STATUS_CLASSES } from '@portico/contract/usage.ts'
import { METHODS } from '@portico/contract/usage-methods.ts'
import { useT } from '#i18n/i18n.tsx'
import { titleIn } from '#page/titles.ts'
import { FilterText } from '#traffic/filters/filter-text.tsx'
import { FilterFrame } from '#traffic/filters/filters.tsx'
import { sourceOptions } from '#traffic/source-options.ts'
import { STATUS_WORDS } from '#traffic/status-words.ts'
import { Select } from '#ui/input/select.tsx'
import type { Usage } from './use-usage.ts'
import { METHOD_WORDS, priorityWord } from './words.ts'

export type Choices = Output<typeof contract.getUsageChoices>

/** The filters beside the range. Each goes into the address at once. */
export function FilterFields({ usage, choices }: { usage: Usage; choices: Choices | undefined }) {
  const t = useT()
  const { filter, change } = usage
  const code = filter.status && /^\d/.test(filter.status) ? filter.status : undefined
  const known = choices?.functions ?? []
  const isListed = !filter.function || known.some((one) => one.function === filter.function)
  const shared = { noMessage: true } as const
  return (
    <FilterFrame>
      <Select
        {...shared}
        label={t('Function')}
        value={filter.function ?? ''}
        options={[
          { value: '', label: t('All functions') },
          ...known.map((one) => ({ value: one.function, label: `${titleIn(t, one.title)} (${one.function})` })),
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
          { value: '', label: t('Live (charged)') },
          { value: 'sandbox', label: t('Sandbox (free)') },
        ]}
        onChange={(event) => change({ environment: event.target.value })}
      />
      <Select
        {...shared}
        label={t('Source')}
        value={filter.via ?? ''}
        options={sourceOptions(t, choices?.agents ?? [])}
        onChange={(event) => change({ via: event.target.value })}
      />
      <FilterText
        label={t('Status code')}
        value={code ?? ''}
        only={{ pattern: /^\d{5}$/, otherwise: t('A status code has five digits') }}
        onSet={(status) => change({ status })}
      />
      <FilterText label={t('Tag')} value={filter.tag ?? ''} onSet={(tag) => change({ tag })} />
      <FilterText label={t('Task ID')} value={filter.task ?? ''} onSet={(task) => change({ task })} />
      <FilterText label={t('IP address')} value={filter.ip ?? ''} onSet={(ip) => change({ ip })} />
    </FilterFrame>
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
