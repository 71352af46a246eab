import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useState } from 'react'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useStaffCall } from './ask-code.tsx'
import { useConsoleT } from './texts.ts'

/** How fast a login may call, and whether it may at all. */
export function LimitsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useConsoleT()
  const call = useStaffCall()
  const [name, setName] = useState(customer.logins[0]?.login ?? '')
  const login = customer.logins.find((one) => one.login === name)
  const [typed, setTyped] = useState<{ per_minute?: string; simultaneous?: string; state?: string }>({})
  const isHeld = login?.status === 'on_hold'
  const per_minute = typed.per_minute ?? String(login?.per_minute ?? '')
  const simultaneous = typed.simultaneous ?? String(login?.simultaneous ?? '')
  const on_hold = (typed.state ?? (isHeld ? 'held' : 'open')) === 'held'
  const from = `${login?.per_minute ?? 0} / ${login?.simultaneous ?? 0}`
  const state =
    on_hold === isHeld ? '' : on_hold ? t('Every request will be refused.') : t('Requests are accepted again.')
  return (
    <ActionDialog
      title={t('Limits and hold')}
      action={t('Save')}
      effect={`${t('Requests per minute / at once: {before} → {after}', { before: from, after: `${per_minute} / ${simultaneous}` })} ${state}`}
      onClose={onClose}
      send={async ({ reason }) => {
        const limits = { per_minute: Number(per_minute), simultaneous: Number(simultaneous) }
        await call(operator.setLogin, { login: name, ...limits, on_hold, reason, by: '' })
        return t('Done')
      }}
    >
      {(wrong) => (
        <>
          <Select
            label={t('Login')}
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
            value={per_minute}
            onChange={(event) => setTyped({ ...typed, per_minute: event.target.value })}
            error={wrong('per_minute')}
          />
          <Field
            name="simultaneous"
            type="number"
            min={1}
            label={t('Requests at once')}
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
