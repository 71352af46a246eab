import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { STAFF_ROLES, type StaffRole } from '@portico/contract/staff-permissions.ts'
import { useState } from 'react'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { ActionDialog } from './action-dialog.tsx'
import styles from './brands.module.css'
import { ROLE_WORDS } from './staff-words.ts'
import { useConsoleT } from './texts.ts'

export type StaffRow = Output<typeof operator.listStaff>['staff'][number]

interface Keys {
  email: string
  key: string
  recovery_codes: string[]
  password_link?: string | null
}
type Closing = { onClose: () => void }
type About = Closing & { person: StaffRow }

const NO_ROLE = ''

function RoleSelect({ role, onChange }: { role: StaffRole | null; onChange: (role: StaffRole | null) => void }) {
  const t = useConsoleT()
  return (
    <Select
      label={t('Role')}
      value={role ?? NO_ROLE}
      options={[
        { value: NO_ROLE, label: t('No role') },
        ...STAFF_ROLES.map((one) => ({ value: one, label: t(ROLE_WORDS[one]) })),
      ]}
      onChange={(event) => onChange(STAFF_ROLES.find((one) => one === event.target.value) ?? null)}
    />
  )
}

/** Makes someone staff, and shows what to hand over to them once. */
export function AddStaffDialog({ onClose }: Closing) {
  const t = useConsoleT()
  const [role, setRole] = useState<StaffRole | null>('support')
  const [keys, setKeys] = useState<Keys>()
  if (keys) return <KeysDialog keys={keys} onClose={onClose} />
  return (
    <ActionDialog
      action={t('Add staff')}
      effect={
        role
          ? t(
              'This person can sign in to the console with the role {role}. Open sessions and passkeys of the account are removed.',
              {
                role: t(ROLE_WORDS[role]),
              },
            )
          : t('This person is staff, but cannot open the console until they get a role.')
      }
      onClose={() => undefined}
      onCancel={onClose}
      send={async (act, { email = '', name = '' }) => {
        setKeys(await act(operator.addStaff, { email, ...(name && { name }), ...(role && { role }) }))
      }}
    >
      {(wrong) => (
        <>
          <Field
            name="email"
            type="email"
            label={t('E-mail')}
            autoComplete="off"
            maxLength={254}
            error={wrong('email')}
          />
          <Field name="name" label={t('Name')} optional autoComplete="off" maxLength={255} error={wrong('name')} />
          <RoleSelect role={role} onChange={setRole} />
        </>
      )}
    </ActionDialog>
  )
}

export function RoleDialog({ person, onClose }: About) {
  const t = useConsoleT()
  const [role, setRole] = useState(person.role)
  const words = (one: StaffRole | null) => (one ? t(ROLE_WORDS[one]) : t('No role'))
  return (
    <ActionDialog
      title={t('Change the role of {name}', { name: person.email })}
      action={t('Change role')}
      effect={t('{before} → {after}, from their next click.', { before: words(person.role), after: words(role) })}
      onClose={onClose}
      send={(act) => act(operator.setStaffRole, { email: person.email, role })}
    >
      {(wrong) => (
        <>
          <RoleSelect role={role} onChange={setRole} />
          {wrong('email') && <p role="alert">{wrong('email')}</p>}
        </>
      )}
    </ActionDialog>
  )
}

export function RenewFactorDialog({ person, onClose }: About) {
  const t = useConsoleT()
  const [keys, setKeys] = useState<Keys>()
  if (keys) return <KeysDialog keys={keys} onClose={onClose} />
  return (
    <ActionDialog
      title={t('New second factor for {name}', { name: person.email })}
      action={t('Create a new factor')}
      effect={t('The old key, recovery codes and passkeys stop working, and all their sessions end.')}
      onClose={() => undefined}
      onCancel={onClose}
      send={async (act) => {
        setKeys(await act(operator.renewStaffFactor, { email: person.email }))
      }}
    />
  )
}

export function RemoveStaffDialog({ person, onClose }: About) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Remove {name}', { name: person.email })}
      action={t('Remove')}
      tone="danger"
      effect={t(
        'The role, the second factor, passkeys and all sessions are removed immediately. The account remains as a customer account.',
      )}
      onClose={onClose}
      send={(act) => act(operator.removeStaff, { email: person.email })}
    >
      {(wrong) => wrong('email') && <p role="alert">{wrong('email')}</p>}
    </ActionDialog>
  )
}

function KeysDialog({ keys, onClose }: Closing & { keys: Keys }) {
  const t = useConsoleT()
  const { email, key, recovery_codes, password_link } = keys
  const codes = recovery_codes.join('\n')
  const copied = (text: string, what: string) => (
    <span className={styles.secret}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
  return (
    <Dialog
      open
      locked
      width={560}
      title={t('Hand this over to {name}', { name: email })}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <p>{t('It is shown only now. They enter the key in an authenticator app and store the recovery codes.')}</p>
      <KeyValues
        items={[
          ...(password_link
            ? [
                {
                  key: 'link',
                  label: t('Link to set a password, valid for an hour'),
                  value: copied(password_link, t('Link to set a password, valid for an hour')),
                },
              ]
            : []),
          {
            key: 'key',
            label: t('Key of the authenticator app'),
            value: copied(key, t('Key of the authenticator app')),
          },
          { key: 'codes', label: t('Recovery codes'), value: copied(codes, t('Recovery codes')) },
        ]}
      />
    </Dialog>
  )
}
