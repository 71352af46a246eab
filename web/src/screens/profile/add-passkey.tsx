import { auth } from '@portico/contract/auth.ts'
import { passkeyName, typedPassword } from '@portico/contract/form-fields.ts'
import { profile } from '@portico/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { makePasskey } from '#step-up/passkey.ts'
import { PasskeyNameField } from '#step-up/passkey-name-field.tsx'
import { SignInPasswordField } from '#step-up/sign-in-password-field.tsx'
import { profileQuery } from './profile-query.ts'

const VALUES = z.strictObject({ name: passkeyName, password: typedPassword })

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const form = useInlineForm(VALUES, async ({ name, password }) => {
    await call(auth.reauthenticate, { password })
    const { options } = await call(profile.beginPasskey, {})
    await call(profile.addPasskey, { name, response: await makePasskey(options) })
    toast.good('The passkey was added.')
    client.invalidateQueries({ queryKey: profileQuery.queryKey })
    onClose()
  })
  return (
    <FormDialog title={t('Add a passkey')} action={t('Continue')} width={440} form={form} onClose={onClose}>
      <PasskeyNameField error={form.wrong('name')} />
      <SignInPasswordField error={form.wrong('password')} />
    </FormDialog>
  )
}
