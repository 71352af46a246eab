import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useState } from 'react'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useConsoleT } from './texts.ts'
import { typedLimit } from './typed-money.ts'

type Typed = { per_minute?: string; simultaneous?: string; state?: string }

/** How fast a login may call, and whether it may at all. What was not touched is not sent. */
export function LimitsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useConsoleT()
  const [name, setName] = useState(customer.logins[0]?.login ?? '')
  const login = customer.logins.find((one) => one.login === name)
  const [typed, setTyped] = useState<Typed>({})
  const isHeld = login?.status === 'on_hold'
  const per_minute = typed.per_minute ?? String(login?.per_minute ?? '')
  const simultaneous = typed.simultaneous ?? String(login?.simultaneous ?? '')
  const on_hold = (typed.state ?? (isHeld ? 'held' : 'open')) === 'held'
  const from = `${login?.per_minute ?? 0} / ${login?.simultaneous ?? 0}`
  const to = [per_minute, simultaneous].map((limit) => limit.trim() || t('default')).join(' / ')
  const state =
    on_hold === isHeld ? '' : on_hold ? t('Every request will be refused.') : t('Requests are accepted again.')
  return (
    <ActionDialog
      title={t('Limits and hold')}
      action={t('Save')}
      effect={`${t('Requests per minute / concurrent: {before} → {after}', { before: from, after: to })} ${state}`}
      isShown
      onClose={onClose}
      send={async (act) => {
        const limits = {
          per_minute: typedLimit(typed.per_minute),
          simultaneous: typedLimit(typed.simultaneous),
          on_hold: on_hold === isHeld ? undefined : on_hold,
        }
        // JSON leaves out what is undefined.
        await act(operator.setLogin, { login: name, ...limits })
      }}
    >
      {(wrong) => (
        <>
          <Select
            label={t('API login')}
            value={name}
            options={customer.logins.map((one) => ({ value: one.login, label: one.login }))}
            onChange={(event) => {
              setName(event.target.value)
              setTyped({})
            }}
          />
          <Field
            name="per_minute"
            type="number"
            min={1}
            label={t('Requests per minute')}
            hint={t('Leave empty for the default')}
            value={per_minute}
            onChange={(event) => setTyped({ ...typed, per_minute: event.target.value })}
            error={wrong('per_minute')}
          />
          <Field
            name="simultaneous"
            type="number"
            min={1}
            label={t('Concurrent requests')}
            hint={t('Leave empty for the default')}
            value={simultaneous}
            onChange={(event) => setTyped({ ...typed, simultaneous: event.target.value })}
            error={wrong('simultaneous')}
          />
          <Select
            label={t('State')}
            value={on_hold ? 'held' : 'open'}
            options={[
              { value: 'open', label: t('Accepts requests') },
              { value: 'held', label: t('On hold') },
            ]}
            onChange={(event) => setTyped({ ...typed, state: event.target.value })}
          />
        </>
      )}
    </ActionDialog>
  )
}
