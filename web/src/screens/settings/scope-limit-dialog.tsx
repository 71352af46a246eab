import { type SettingsInfo, type SpendLimit, settings } from '@portico/contract/settings.ts'
import { SCOPE_TEXTS, scopeLabel } from '@portico/contract/spend-scopes.ts'
import { useState } from 'react'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { MoneyField } from '#money/money-field.tsx'
import { amountText, typedMicros } from '#money/typed-amount.ts'
import { titleIn } from '#page/titles.ts'
import { Combobox } from '#ui/input/combobox.tsx'
import { scopeLimitValues } from './limit-values.ts'
import { useSaved } from './settings-query.ts'

type ScopeLimitDialogProps = {
  info: SettingsInfo
  /** Left out for a new one, whose scope is chosen here. */
  limit: SpendLimit | undefined
  onClose: () => void
}

export function ScopeLimitDialog({ info: { scopes, limits }, limit, onClose }: ScopeLimitDialogProps) {
  const t = useT()
  const saved = useSaved()
  const [scope, setScope] = useState(limit?.scope ?? null)
  const taken = new Set(limits.map((known) => known.scope))
  const options = scopes
    .filter((known) => !taken.has(known.scope))
    .map((known) => ({ value: known.scope, label: scopeLabel({ ...known, title: titleIn(t, known.title) }) }))
  const form = useInlineForm(scopeLimitValues, async (typed) => {
    const limit_micros = typedMicros(typed.limit) ?? null
    saved(await call(settings.saveSpendLimit, { scope: typed.scope, limit_micros }), 'The daily limit was saved.')
    onClose()
  })
  return (
    <FormDialog
      title={limit ? t('Change the limit for {name}', { name: titleIn(t, limit.title) }) : t(SCOPE_TEXTS.add)}
      action={t('Save')}
      width={520}
      form={form}
      onClose={onClose}
    >
      {!limit && (
        <Combobox
          label={t(SCOPE_TEXTS.choice)}
          placeholder={t('Type to search')}
          options={options}
          value={scope}
          onChange={setScope}
          // Whatever is picked from the list is right; it can only be missing.
          error={scope === null ? form.wrong('scope') : undefined}
        />
      )}
      <input type="hidden" name="scope" value={scope ?? ''} />
      <MoneyField
        label={t('Daily limit')}
        name="limit"
        defaultValue={limit?.limit_micros == null ? '' : amountText(limit.limit_micros)}
        hint={t('Per UTC day. With 0, all paid requests are refused.')}
        error={form.wrong('limit')}
      />
    </FormDialog>
  )
}
