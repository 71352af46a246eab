import { auth } from '@portico/contract/auth.ts'
import { useState } from 'react'
import { useFieldMessage } from '#forms/field-message.ts'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { passwordStrength } from '#lib/password-strength.ts'
import { PublicForm } from '#public-pages/form.tsx'
import { useBootState } from '#session/boot-state.ts'
import { Field } from '#ui/input/field.tsx'
import { StrengthMeter } from '#ui/input/strength-meter.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { resetValues } from './reset-values.ts'

export function ResetForm({ onDone }: { onDone: (msg: string) => void }) {
  const t = useT()
  const { title, product } = useBrand()
  const { password_min } = useBootState()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const [typed, setTyped] = useState('')
  const [schema] = useState(() => resetValues(password_min))
  const form = useForm(schema, async (values) => {
    toast.clear()
    try {
      onDone((await call(auth.sendResetPasswordRequest, values)).msg)
    } catch (error) {
      form.fail(toast.problem(error))
    }
  })
  const message = useFieldMessage(form)
  return (
    <PublicForm form={form} label={t('Save the new password')}>
      <div>
        <Field
          label={t('New password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t('At least {count} characters', { count: password_min })}
          error={message('password')}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <StrengthMeter strength={passwordStrength(typed, [title, product])} />
      </div>
      <Field
        label={t('Repeat the new password')}
        name="pass_confirm"
        type="password"
        autoComplete="new-password"
        error={message('pass_confirm')}
      />
    </PublicForm>
  )
}
