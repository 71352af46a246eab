import { code } from '@portico/contract/form-fields.ts'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useT } from '#i18n/i18n.tsx'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { Field } from '#ui/input/field.tsx'

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
  const proof = useSignInProof()
  const form = useInlineForm(z.strictObject({ password: proof.password, code }), async (typed) => {
    await proof.prove(typed)
    await send(typed.code)
  })
  return (
    <FormDialog {...dialog} width={440} form={form}>
      {children}
      <SignInProof proof={proof} error={form.wrong('password')} />
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
