import { auth } from '@portico/contract/auth.ts'
import { typedPassword } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { FormDialog } from '#session/form-dialog.tsx'
import { PasskeyInstead } from '#session/passkey-instead.tsx'
import { SignInPasswordField } from '#session/sign-in-password-field.tsx'
import { useInlineForm } from '#session/use-inline-form.ts'

const typedAgain = z.strictObject({ password: typedPassword })

/** An open window on an unwatched desk shows no secret: its owner says the sign-in password first. */
export function AskSignInPassword({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useT()
  const form = useInlineForm(typedAgain, async (typed) => {
    await call(auth.reauthenticate, typed)
    onDone()
  })
  return (
    <FormDialog title={t('Confirm it’s you')} action={t('Continue')} width={440} form={form} onClose={onClose}>
      <p>{t('Enter the password you sign in with. We will ask for it again after five minutes.')}</p>
      <SignInPasswordField error={form.wrong('password')} />
      <PasskeyInstead onDone={onDone} />
    </FormDialog>
  )
}
