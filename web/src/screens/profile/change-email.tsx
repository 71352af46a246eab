import { code, email } from '@portico/contract/form-fields.ts'
import { profile } from '@portico/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { useSession } from '#session/session.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { CodeField } from '#ui/input/code-field.tsx'
import { Field } from '#ui/input/field.tsx'
import { profileQuery } from './profile-query.ts'
import styles from './two-factor.module.css'

type ChangeEmailProps = { current: string; onClose: () => void }

/** Two steps: the new address with the password, then the codes that came to both. */
export function ChangeEmail({ current, onClose }: ChangeEmailProps) {
  const [wanted, setWanted] = useState<string>()
  if (wanted === undefined) return <AskAddress onDone={setWanted} onClose={onClose} />
  return <GiveCodes current={current} wanted={wanted} onOver={() => setWanted(undefined)} onClose={onClose} />
}

function AskAddress({ onDone, onClose }: { onDone: (email: string) => void; onClose: () => void }) {
  const t = useT()
  const proof = useSignInProof()
  const form = useInlineForm(z.strictObject({ email, password: proof.password }), async (typed) => {
    await proof.prove(typed)
    await call(profile.requestEmailChange, { email: typed.email })
    onDone(typed.email)
  })
  return (
    <FormDialog
      title={t('Change your e-mail address')}
      action={t('Send the codes')}
      width={440}
      form={form}
      onClose={onClose}
    >
      <p>
        {t('We send a code to the address you have now and one to the new address. Your API login stays the same.')}
      </p>
      <Field
        name="email"
        type="email"
        label={t('New e-mail address')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.wrong('email')}
      />
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}

const CODES = z.strictObject({ old_code: code, new_code: code })

function GiveCodes({ current, wanted, onOver, onClose }: ChangeEmailProps & { wanted: string; onOver: () => void }) {
  const t = useT()
  const session = useSession()
  const toast = useToast()
  const client = useQueryClient()
  const form = useInlineForm(CODES, async (typed) => {
    try {
      session.update((await call(profile.confirmEmailChange, typed)).user)
    } catch (error) {
      if (!(error instanceof Problem) || !['setup_over', 'code_spent'].includes(error.code)) throw error
      toast.problem(error)
      return onOver()
    }
    toast.good('Your e-mail address was changed. All other sessions were ended.')
    client.invalidateQueries({ queryKey: profileQuery.queryKey })
    onClose()
  })
  return (
    <FormDialog
      title={t('Enter both codes')}
      action={t('Change the address')}
      width={440}
      form={form}
      onClose={onClose}
    >
      <p>{t('The codes are valid for ten minutes. If one does not arrive, look in the spam folder.')}</p>
      <CodeField
        name="old_code"
        kind="letters"
        length={6}
        label={t('Code sent to {email}', { email: current })}
        error={form.wrong('old_code')}
      />
      <CodeField
        name="new_code"
        kind="letters"
        length={6}
        label={t('Code sent to {email}', { email: wanted })}
        error={form.wrong('new_code')}
      />
      <p className={styles.note}>
        {t('For seven days, a link sent to {email} can undo the change.', { email: current })}
      </p>
    </FormDialog>
  )
}
