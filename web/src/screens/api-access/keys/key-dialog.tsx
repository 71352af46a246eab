import { type ApiKey, apiKeys, KEY_DAYS } from '@portico/contract/api-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { CurrencySign } from '#money/currency-sign.ts'
import { amountText, typedMicros } from '#money/typed-amount.ts'
import { useTimes } from '#page/times.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { RadioGroup } from '#ui/input/choice.tsx'
import { MultiCombobox } from '#ui/input/combobox.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { ACCESS_KEY, type ApiKeys } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { readPasted } from '../ip/paste-ip-rules.ts'
import { scopeOptions } from '../scope-options.ts'
import { keyValues, typedRate } from './key-values.ts'

/** `same` leaves the expiry of a key that is edited. */
const SAME = 'same'
const DAYS: Record<string, MessageKey> = {
  30: 'In 30 days',
  90: 'In 90 days',
  365: 'In one year',
  null: 'Never',
}

type KeyDialogProps = {
  data: ApiKeys
  /** The key to change; a new one is made without it. */
  apiKey?: ApiKey
  /** A new key exists; the dialog closes by itself. */
  onMade?: (made: { name: string; secret: string }) => void
  onClose: () => void
}

export function KeyDialog({ data: { scopes }, apiKey, onMade, onClose }: KeyDialogProps) {
  const t = useT()
  const toast = useToast()
  const { text } = useTimes()
  const client = useQueryClient()
  const [mode, setMode] = useState<'live' | 'sandbox'>('live')
  const [functions, setFunctions] = useState<string[]>(apiKey?.functions ?? [])
  const [is_read_only, setReadOnly] = useState(apiKey?.is_read_only ?? false)
  const [expiry, setExpiry] = useState(apiKey ? SAME : '365')
  // The sandbox is free; a key that is edited may be one of it.
  const is_live = apiKey ? apiKey.is_live : mode === 'live'
  const proof = useSignInProof()
  const schema = keyValues(is_live, proof.password)
  const form = useInlineForm(schema, async (typed) => {
    await proof.prove(typed)
    const { name } = typed
    const days = KEY_DAYS.find((known) => String(known) === expiry)
    const bounds = {
      name,
      is_read_only,
      functions: functions.length > 0 ? functions : null,
      addresses: readPasted(typed.addresses).rules.map(({ cidr }) => cidr),
      per_minute: typedRate(typed.rate),
      total_micros: typedMicros(typed.total) ?? null,
      day_micros: typedMicros(typed.day) ?? null,
    }
    if (apiKey) {
      await call(apiKeys.changeKey, { id: apiKey.id, ...bounds, ...(days !== undefined && { days }) })
      toast.good('The API key was saved.')
    } else {
      const { secret } = await call(apiKeys.addKey, { ...bounds, is_live, days: days ?? null })
      onMade?.({ name, secret })
    }
    client.invalidateQueries({ queryKey: ACCESS_KEY })
    onClose()
  })
  const ends = expiry === SAME ? apiKey?.status === 'active' && apiKey.expires_at !== null : expiry !== String(null)
  const until = apiKey?.expires_at ? text('date', apiKey.expires_at) : t('Never')
  const expiries = KEY_DAYS.map((value) => ({ value: String(value), label: t(DAYS[String(value)] ?? 'Never') }))
  return (
    <FormDialog
      title={apiKey ? t('Edit {name}', { name: apiKey.name }) : t('Create an API key')}
      action={apiKey ? t('Save') : t('Create')}
      width={520}
      form={form}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        name="name"
        autoComplete="off"
        maxLength={60}
        defaultValue={apiKey?.name}
        hint={t('Shown in Usage and Errors.')}
        error={form.wrong('name')}
      />
      {!apiKey && (
        <RadioGroup
          label={t('Access')}
          value={mode}
          onChange={setMode}
          options={[
            { value: 'live', label: t('Live data'), hint: t('Real data, charged to the balance of this API login.') },
            { value: 'sandbox', label: t('Sandbox only'), hint: t('Sample data, always free.') },
          ]}
        />
      )}
      <Checkbox
        label={t('Read-only')}
        hint={t('It can get data and results, but cannot queue tasks or change anything.')}
        checked={is_read_only}
        onChange={({ target }) => setReadOnly(target.checked)}
      />
      <MultiCombobox
        label={t('Allowed APIs and functions')}
        optional
        placeholder={functions.length === 0 ? t('All of them') : ''}
        options={scopeOptions(t, scopes, apiKey?.functions ?? [])}
        value={functions}
        onChange={setFunctions}
        error={form.wrong('functions')}
      />
      {is_live && (
        <div className={styles.halves}>
          <Field
            label={t('Daily limit')}
            name="day"
            prefix={<CurrencySign />}
            inputMode="decimal"
            autoComplete="off"
            optional
            defaultValue={amountOf(apiKey?.day_micros)}
            hint={t('Per UTC day.')}
            error={form.wrong('day')}
          />
          <Field
            label={t('Total limit')}
            name="total"
            prefix={<CurrencySign />}
            inputMode="decimal"
            autoComplete="off"
            optional
            defaultValue={amountOf(apiKey?.total_micros)}
            hint={t('The key stops exactly at this amount.')}
            error={form.wrong('total')}
          />
        </div>
      )}
      <Field
        label={t('Requests per minute')}
        name="rate"
        inputMode="numeric"
        autoComplete="off"
        optional
        defaultValue={apiKey?.per_minute ?? undefined}
        hint={t('Leave empty to apply only the limit of the API login.')}
        error={form.wrong('rate')}
      />
      <TextArea
        label={t('Addresses')}
        name="addresses"
        optional
        mono
        rows={2}
        spellCheck={false}
        defaultValue={apiKey?.addresses.join('\n')}
        hint={t(
          'One IP address or CIDR range per line. Leave empty to allow every address that this API login allows.',
        )}
        error={form.wrong('addresses')}
      />
      <Select
        label={t('Expires')}
        value={expiry}
        options={[...(apiKey ? [{ value: SAME, label: t('Unchanged: {date}', { date: until }) }] : []), ...expiries]}
        onChange={({ target }) => setExpiry(target.value)}
        hint={ends ? t('You get an e-mail a week before.') : undefined}
      />
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}

function amountOf(micros: number | null | undefined): string | undefined {
  return micros === null || micros === undefined ? undefined : amountText(micros)
}
