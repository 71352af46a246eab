import { auth } from '@portico/contract/auth.ts'
import { typedPassword } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { FormDialog } from './form-dialog.tsx'
import { PasskeyInstead } from './passkey-instead.tsx'
import { SignInPasswordField } from './sign-in-password-field.tsx'
import { SsoInstead } from './sso-instead.tsx'
import { useInlineForm } from './use-inline-form.ts'

const AFTER_FIVE: MessageKey = 'Enter the password you sign in with. We will ask for it again after five minutes.'
const FOR_MONEY: MessageKey =
  'This is about money: enter the password you sign in with. We will ask for it again after 15 minutes.'
const typedAgain = z.strictObject({ password: typedPassword })

type AskSignInPasswordProps = { note?: MessageKey; onDone: () => void; onClose: () => void }

/** An open window on an unwatched desk shows no secret, pays and buys nothing: its owner says the sign-in password first. */
export function AskSignInPassword({ note = AFTER_FIVE, onDone, onClose }: AskSignInPasswordProps) {
  const t = useT()
  const form = useInlineForm(typedAgain, async (typed) => {
    await call(auth.reauthenticate, typed)
    onDone()
  })
  return (
    <FormDialog title={t('Confirm it’s you')} action={t('Continue')} width={440} form={form} onClose={onClose}>
      <p>{t(note)}</p>
      <SignInPasswordField error={form.wrong('password')} />
      <PasskeyInstead onDone={onDone} />
      <SsoInstead onDone={onDone} />
    </FormDialog>
  )
}

/** The same before whatever pays. */
export function AskForMoney(props: Omit<AskSignInPasswordProps, 'note'>) {
  return <AskSignInPassword note={FOR_MONEY} {...props} />
}
