import { auth } from '@portico/contract/auth.ts'
import { code, typedPassword } from '@portico/contract/form-fields.ts'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { FormDialog } from '#session/form-dialog.tsx'
import { SignInPasswordField } from '#session/sign-in-password-field.tsx'
import { useInlineForm } from '#session/use-inline-form.ts'
import { Field } from '#ui/field.tsx'

const BOTH = z.strictObject({ password: typedPassword, code })

type GiveCodeDialogProps = {
  title: string
  action: string
  tone?: 'primary' | 'danger'
  send: (code: string) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Password and code together, for what weakens the second factor. */
export function GiveCodeDialog({ send, children, ...dialog }: GiveCodeDialogProps) {
  const t = useT()
  const form = useInlineForm(BOTH, async (typed) => {
    await call(auth.reauthenticate, { password: typed.password })
    await send(typed.code)
  })
  return (
    <FormDialog {...dialog} width={440} form={form}>
      {children}
      <SignInPasswordField error={form.wrong('password')} />
      <Field
        name="code"
        label={t('Code from the app')}
        hint={t('Or one of your recovery codes.')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={20}
        error={form.wrong('code')}
      />
    </FormDialog>
  )
}
