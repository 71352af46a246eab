import { password } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { useT } from '#i18n/i18n.tsx'
import { useForm } from '#lib/form.ts'
import { PublicForm } from '#public-pages/form.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useActivation } from '#public-pages/use-activation.ts'
import { NotMe } from './not-me.tsx'
import { SignUpPassword } from './sign-up-password.tsx'

/** A person who opens the link in another browser may not be the one who signed up: only the password proves it. */
const BY_PASSWORD =
  'Someone signed up with {email} in another browser. If it was you, enter the password you chose there to confirm it.'
const BY_NEW_PASSWORD =
  'Someone signed up with {email} in another browser. If it was you, choose a password to confirm it.'

const nothing = z.strictObject({})
const elsewhere = z.strictObject({ password })

interface ByLinkProps {
  user_id: string | undefined
  email: string
  /** Not a sign-up: an account that proves its address again. */
  isAccount: boolean
  needsPassword: boolean
  setsPassword: boolean
}

export function ByLink({ user_id, email, isAccount, needsPassword, setsPassword }: ByLinkProps) {
  const t = useT()
  const { captcha, activate } = useActivation()
  const form = useForm<typeof nothing | typeof elsewhere>(needsPassword ? elsewhere : nothing, async (values) => {
    const problem = await activate({ user_id, ...values })
    if (problem) form.startOver(problem)
  })
  const message = useFieldMessage(form)
  return (
    <PublicPage
      title={isAccount ? t('Confirm your address') : t('Confirm your account')}
      lead={
        isAccount
          ? t('Confirm that {email} is your address. The API will then accept your requests again.', { email })
          : t(setsPassword ? BY_NEW_PASSWORD : BY_PASSWORD, { email })
      }
      step="confirm"
    >
      <PublicForm form={form} captcha={captcha} label={t('Confirm')}>
        {needsPassword && <SignUpPassword error={message('password')} isNew={setsPassword} />}
      </PublicForm>
      {!isAccount && <NotMe />}
    </PublicPage>
  )
}
