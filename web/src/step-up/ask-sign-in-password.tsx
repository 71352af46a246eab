import { auth } from '@portico/contract/auth.ts'
import { typedPassword } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { PasskeyInstead } from './passkey-instead.tsx'
import { SignInPasswordField } from './sign-in-password-field.tsx'
import { SsoInstead } from './sso-instead.tsx'

/** By how long the proof counts; none: as long as the session. */
const NOTES: Record<number, MessageKey> = {
  5: 'Enter the password you sign in with. We will ask for it again after five minutes.',
  15: 'Enter the password you sign in with. We will ask for it again after 15 minutes.',
}
const BY_LINK: MessageKey = 'You signed in with a link. Enter the password you sign in with to continue.'
const typedAgain = z.strictObject({ password: typedPassword })

type AskSignInPasswordProps = { minutes: number; onDone: () => void; onClose: () => void }

/** An unattended session shows no secret and pays nothing: its owner enters the sign-in password first. */
export function AskSignInPassword({ minutes, onDone, onClose }: AskSignInPasswordProps) {
  const t = useT()
  const form = useInlineForm(typedAgain, async (typed) => {
    await call(auth.reauthenticate, typed)
    onDone()
  })
  return (
    <FormDialog title={t('Confirm it’s you')} action={t('Continue')} width={440} form={form} onClose={onClose}>
      <p>{t(NOTES[minutes] ?? BY_LINK)}</p>
      <SignInPasswordField error={form.wrong('password')} />
      <PasskeyInstead onDone={onDone} />
      <SsoInstead onDone={onDone} />
    </FormDialog>
  )
}
