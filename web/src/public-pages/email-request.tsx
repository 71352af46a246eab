import type { CaptchaAction } from '@portico/contract/auth.ts'
import { email } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useForm } from '#lib/form.ts'
import { useCaptcha } from '#step-up/captcha.ts'
import { Field } from '#ui/input/field.tsx'
import { PublicForm } from './form.tsx'

type EmailRequestProps = {
  action: CaptchaAction
  label: string
  first?: string | undefined
  send: (input: { email: string; captcha: string }) => Promise<{ msg: string }>
}

const typed = z.strictObject({ email })

/** Asks for an e-mail address to send something to. The reply is the same for every address and stays until closed. */
export function EmailRequest({ action, label, first, send }: EmailRequestProps) {
  const t = useT()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const captcha = useCaptcha(action)
  const form = useForm(typed, async (values) => {
    toast.clear()
    try {
      const { msg } = await send({ ...values, captcha: await captcha.token() })
      toast.reply(msg)
      form.startOver()
    } catch (error) {
      form.startOver(toast.problem(error))
    }
  })
  const message = useFieldMessage(form)
  return (
    <PublicForm form={form} captcha={captcha} label={label}>
      <Field
        label={t('E-mail')}
        name="email"
        type="email"
        defaultValue={first}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={message('email')}
      />
    </PublicForm>
  )
}
