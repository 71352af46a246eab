import { sso } from '@portico/contract/sso.ts'
import { SSO_MAILBOXES, type SsoMailbox } from '@portico/contract/sso-fields.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { RadioGroup } from '#ui/input/choice.tsx'

/** To whom the link goes that proves a domain: mailboxes only those have who run it. */
export function SsoMailDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const t = useT()
  const toast = useToast()
  const [mailbox, setMailbox] = useState<SsoMailbox>('postmaster')
  const proof = useSignInProof()
  const form = useInlineForm(z.object({ password: proof.password }), async (typed) => {
    await proof.prove(typed)
    const { to } = await call(sso.mailSsoDomain, { domain, mailbox })
    toast.good('A link was sent to {email}. It is valid for 3 days.', { email: to })
    onClose()
  })
  return (
    <FormDialog title={t('Verify by e-mail')} action={t('Send the link')} width={480} form={form} onClose={onClose}>
      <RadioGroup
        label={t('Send the link to')}
        value={mailbox}
        onChange={setMailbox}
        options={Object.values(SSO_MAILBOXES).map((value) => ({ value, label: `${value}@${domain}` }))}
      />
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}
