import { AGENT_DAYS, agents } from '@portico/contract/agents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { MoneyField } from '#money/money-field.tsx'
import { typedMicros } from '#money/typed-amount.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { RadioGroup } from '#ui/input/choice.tsx'
import { MultiCombobox } from '#ui/input/combobox.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ACCESS_KEY, type Agents } from '../access-queries.ts'
import { scopeOptions } from '../scope-options.ts'
import { agentValues } from './agent-values.ts'

type Days = (typeof AGENT_DAYS)[number]
const DAYS: Record<Days, MessageKey> = {
  1: 'In one day',
  7: 'In 7 days',
  30: 'In 30 days',
  90: 'In 90 days',
  365: 'In one year',
}

type AddAgentDialogProps = {
  data: Agents
  onDone: (made: { name: string; secret: string }) => void
  onClose: () => void
}

export function AddAgentDialog({ data: { scopes, own_cap_micros }, onDone, onClose }: AddAgentDialogProps) {
  const t = useT()
  const { short } = useMoney()
  const client = useQueryClient()
  const [mode, setMode] = useState<'sandbox' | 'live'>('sandbox')
  const [functions, setFunctions] = useState<string[]>([])
  const [days, setDays] = useState<Days>(30)
  const is_live = mode === 'live'
  const proof = useSignInProof()
  const schema = agentValues(is_live, own_cap_micros, proof.password)
  const form = useInlineForm(schema, async (typed) => {
    await proof.prove(typed)
    const limits = { total_micros: typedMicros(typed.total) ?? null, day_micros: typedMicros(typed.day) ?? null }
    const { name } = typed
    const input = { name, is_live, functions: functions.length > 0 ? functions : null, ...limits, days }
    const { secret } = await call(agents.addAgent, input)
    client.invalidateQueries({ queryKey: ACCESS_KEY })
    onDone({ name, secret })
  })
  return (
    <FormDialog title={t('Create an agent login')} action={t('Create')} width={520} form={form} onClose={onClose}>
      <Field
        label={t('Name')}
        name="name"
        autoComplete="off"
        maxLength={60}
        hint={t('Shown in Usage and Errors.')}
        error={form.wrong('name')}
      />
      <RadioGroup
        label={t('Access')}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'sandbox', label: t('Sandbox only'), hint: t('Sample data, always free.') },
          { value: 'live', label: t('Live data'), hint: t('Real data, charged to the balance of this API login.') },
        ]}
      />
      {is_live && (
        <>
          <MoneyField
            label={t('Total limit')}
            name="total"
            hint={t('The agent stops exactly at this amount.')}
            error={form.wrong('total')}
          />
          <MoneyField
            label={t('Daily limit')}
            name="day"
            optional={own_cap_micros === null}
            hint={
              own_cap_micros === null
                ? t('Per UTC day.')
                : t('Per UTC day, up to {cap}, which is your own daily limit.', {
                    cap: short(own_cap_micros),
                  })
            }
            error={form.wrong('day')}
          />
        </>
      )}
      <MultiCombobox
        label={t('Allowed APIs and functions')}
        optional
        placeholder={functions.length === 0 ? t('All of them') : ''}
        options={scopeOptions(t, scopes)}
        value={functions}
        onChange={setFunctions}
      />
      <Select
        label={t('Expires')}
        value={String(days)}
        options={AGENT_DAYS.map((value) => ({ value: String(value), label: t(DAYS[value]) }))}
        onChange={({ target }) => setDays(AGENT_DAYS.find((known) => String(known) === target.value) ?? days)}
      />
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}
