import { passkeyName } from '@portico/contract/form-fields.ts'
import { type Passkey, staffPasskeys } from '@portico/contract/passkeys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Confirm } from '#forms/confirm.tsx'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { makePasskey } from '#step-up/passkey.ts'
import { PasskeyNameField } from '#step-up/passkey-name-field.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { useStaffCall } from './ask-code.tsx'
import { useConsoleT } from './texts.ts'

const QUERY = ['staff-passkeys']
const VALUES = z.strictObject({ name: passkeyName })

/** The passkeys of the person at the console. */
export function PasskeysTab() {
  const t = useConsoleT()
  const toast = useToast()
  const client = useQueryClient()
  const staffCall = useStaffCall()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const [busy, setBusy] = useState(false)
  const { data, loading } = useList(query(QUERY, staffPasskeys.listStaffPasskeys, {}))

  async function remove({ id }: Passkey) {
    setBusy(true)
    try {
      client.setQueryData(QUERY, await staffCall(staffPasskeys.removeStaffPasskey, { id }))
      toast.good('The passkey was removed.')
    } catch (error) {
      toast.problem(error)
    }
    setBusy(false)
    setRemoving(undefined)
  }

  return (
    <Card
      flush
      title={t('Your passkeys')}
      note={t('Sign in with your fingerprint, face or screen lock. A passkey replaces the password and the code.')}
      actions={
        <Button tone="primary" size="small" onClick={() => setAdding(true)}>
          {t('Add a passkey')}
        </Button>
      }
    >
      <Table<Passkey>
        label={t('Your passkeys')}
        rows={data?.passkeys}
        rowKey={({ id }) => id}
        skeletonRows={2}
        {...loading}
        empty={<Empty icon="key" title={t('You have no passkeys yet.')} />}
        columns={[
          { id: 'name', label: t('Name'), cell: ({ name }) => name },
          { id: 'host', label: t('Host'), cell: ({ host }) => host, wideOnly: true },
          { id: 'added', label: t('Added'), cell: ({ created_at }) => <Moment at={created_at} /> },
          {
            id: 'used',
            label: t('Last used'),
            cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : t('Never')),
          },
          {
            id: 'remove',
            label: t('Remove'),
            cell: (passkey) => (
              <Button
                size="small"
                aria-label={t('Remove {name}', { name: passkey.name })}
                onClick={() => setRemoving(passkey)}
              >
                {t('Remove')}
              </Button>
            ),
          },
        ]}
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {removing && (
        <Confirm
          title={t('Remove “{name}”?', { name: removing.name })}
          action={t('Remove')}
          busy={busy}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('It will no longer sign you in. Delete it on your device or in your password manager as well.')}</p>
        </Confirm>
      )}
    </Card>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useConsoleT()
  const toast = useToast()
  const client = useQueryClient()
  const staffCall = useStaffCall()
  const form = useInlineForm(VALUES, async ({ name }) => {
    const { options } = await staffCall(staffPasskeys.beginStaffPasskey, {})
    const response = await makePasskey(options)
    client.setQueryData(QUERY, await staffCall(staffPasskeys.addStaffPasskey, { name, response }))
    toast.good('The passkey was added.')
    onClose()
  })
  return (
    <FormDialog title={t('Add a passkey')} action={t('Continue')} width={440} form={form} onClose={onClose}>
      <PasskeyNameField error={form.wrong('name')} />
    </FormDialog>
  )
}
