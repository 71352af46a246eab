import { auth } from '@portico/contract/auth.ts'
import { deviceOf } from '@portico/contract/device.ts'
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
import { SignInPasswordField } from '#step-up/sign-in-password-field.tsx'
import { Field } from '#ui/input/field.tsx'
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
  const { browser, system } = deviceOf(navigator.userAgent)
  return (
    <FormDialog title={t('Add a passkey')} action={t('Continue')} width={440} form={form} onClose={onClose}>
      <p>
        {t('Your browser will then ask where to store it: on this device, on your phone or in a password manager.')}
      </p>
      <Field
        name="name"
        label={t('Name of the passkey')}
        hint={t('Helps you recognize it in the list.')}
        defaultValue={[browser, system].filter(Boolean).join(', ')}
        maxLength={60}
        error={form.wrong('name')}
      />
      <SignInPasswordField error={form.wrong('password')} />
    </FormDialog>
  )
}
