import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useState } from 'react'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useConsoleT } from './texts.ts'

/** The functions that a login may call beyond those that everybody may. */
export function SubscriptionsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useConsoleT()
  const [name, setName] = useState(customer.logins[0]?.login ?? '')
  const [typed, setTyped] = useState<string>()
  const before = customer.logins.find(({ login }) => login === name)?.subscriptions ?? []
  const text = typed ?? before.join(', ')
  const after = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const shown = (list: string[]) => list.join(', ') || t('none')
  return (
    <ActionDialog
      title={t('Subscriptions')}
      action={t('Save')}
      effect={t('Subscriptions of {login}: {before} → {after}', {
        login: name,
        before: shown(before),
        after: shown(after),
      })}
      isShown
      onClose={onClose}
      send={(act) => act(operator.setLogin, { login: name, subscriptions: after })}
    >
      {(wrong) => (
        <>
          <Select
            label={t('API login')}
            value={name}
            options={customer.logins.map(({ login }) => ({ value: login, label: login }))}
            onChange={(event) => {
              setName(event.target.value)
              setTyped(undefined)
            }}
          />
          <Field
            name="subscriptions"
            label={t('Subscriptions')}
            hint={t('All subscriptions from now on, such as backlinks, llm_mentions. Leave empty for none.')}
            autoComplete="off"
            optional
            value={text}
            onChange={(event) => setTyped(event.target.value)}
            error={wrong('subscriptions')}
          />
        </>
      )}
    </ActionDialog>
  )
}
