import { access, OVERLAPS_MIN } from '@portico/contract/access.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { RadioGroup } from '#ui/input/choice.tsx'
import { Banner } from '#ui/show/banner.tsx'
import type { Secret } from './use-secret.ts'

type Overlap = (typeof OVERLAPS_MIN)[number]

const OVERLAP_WORDS: Record<Overlap, { label: MessageKey; hint: MessageKey }> = {
  0: { label: 'Immediately', hint: 'If someone else may know it.' },
  15: { label: 'In 15 minutes', hint: 'Gives you time to update one program.' },
  1440: { label: 'In 24 hours', hint: 'Gives you time to update all your programs. Both passwords work until then.' },
}

type RegenerateDialogProps = {
  /** False for the very first one: nothing can break. */
  hasPassword: boolean
  onDone: (secret: Secret) => void
  onClose: () => void
}

/** Names the consequences, asks for the sign-in password, and lets the old password work during the change. */
export function RegenerateDialog({ hasPassword, onDone, onClose }: RegenerateDialogProps) {
  const t = useT()
  const [overlap_min, setOverlap] = useState<Overlap>(15)
  const proof = useSignInProof()
  const form = useInlineForm(z.object({ password: proof.password }), async (typed) => {
    await proof.prove(typed)
    onDone(await call(access.regeneratePassword, { overlap_min }))
  })
  const options = OVERLAPS_MIN.map((value) => ({
    value: String(value),
    label: t(OVERLAP_WORDS[value].label),
    hint: t(OVERLAP_WORDS[value].hint),
  }))
  return (
    <FormDialog
      title={hasPassword ? t('Regenerate the API password?') : t('Create an API password')}
      action={hasPassword ? t('Regenerate') : t('Create a password')}
      tone={hasPassword ? 'danger' : 'primary'}
      form={form}
      onClose={onClose}
    >
      {hasPassword && (
        <>
          <Banner tone="warn">
            {t('Once the old password stops working, programs that still use it are refused with code 40100.')}
          </Banner>
          <RadioGroup
            label={t('The old password stops working')}
            value={String(overlap_min)}
            onChange={(value) => setOverlap(OVERLAPS_MIN.find((known) => String(known) === value) ?? 0)}
            options={options}
          />
        </>
      )}
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}
