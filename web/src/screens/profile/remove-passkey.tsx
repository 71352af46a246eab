import { auth } from '@portico/contract/auth.ts'
import { typedPassword } from '@portico/contract/form-fields.ts'
import type { Passkey } from '@portico/contract/passkeys.ts'
import { profile } from '@portico/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { PasskeyInstead } from '#step-up/passkey-instead.tsx'
import { SignInPasswordField } from '#step-up/sign-in-password-field.tsx'
import { profileQuery } from './profile-query.ts'

const PASSWORD = z.strictObject({ password: typedPassword })

export function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const form = useInlineForm(PASSWORD, async (typed) => {
    await call(auth.reauthenticate, typed)
    await remove()
  })
  async function remove() {
    await call(profile.removePasskey, { id: passkey.id })
    toast.good('The passkey was removed.')
    client.invalidateQueries({ queryKey: profileQuery.queryKey })
    onClose()
  }
  return (
    <FormDialog
      title={t('Remove “{name}”?', { name: passkey.name })}
      action={t('Remove')}
      tone="danger"
      width={440}
      form={form}
      onClose={onClose}
    >
      <p>{t('It will no longer sign you in. Delete it on your device or in your password manager as well.')}</p>
      <SignInPasswordField error={form.wrong('password')} />
      <PasskeyInstead onDone={remove} />
    </FormDialog>
  )
}
