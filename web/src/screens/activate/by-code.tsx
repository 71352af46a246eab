import { code, password } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { useT } from '#i18n/i18n.tsx'
import { useForm } from '#lib/form.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { PublicForm } from '#public-pages/form.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useActivation } from '#public-pages/use-activation.ts'
import { CodeField } from '#ui/input/code-field.tsx'
import { SignUpPassword } from './sign-up-password.tsx'

const CODE_LENGTH = 6
const here = z.strictObject({ code })
const elsewhere = z.strictObject({ code, password })

export function ByCode({ user_id, needsPassword }: { user_id: string | undefined; needsPassword: boolean }) {
  const t = useT()
  const { captcha, activate } = useActivation()
  const form = useForm<typeof here | typeof elsewhere>(needsPassword ? elsewhere : here, async (values) => {
    const problem = await activate({ user_id, ...values })
    if (problem) form.startOver(problem)
  })
  const message = useFieldMessage(form)
  return (
    <PublicPage
      title={t('Confirm your account')}
      lead={t('Enter the code from the e-mail we sent you.')}
      step="code"
      links={
        <>
          <Link to={paths.resendActivation}>{t('Send the code again')}</Link>
          <Link to={paths.signin}>{t('Back to sign-in')}</Link>
        </>
      }
    >
      <PublicForm form={form} captcha={captcha} label={t('Confirm')}>
        <CodeField label={t('Code')} name="code" length={CODE_LENGTH} kind="letters" error={message('code')} />
        {needsPassword && <SignUpPassword error={message('password')} />}
      </PublicForm>
    </PublicPage>
  )
}
