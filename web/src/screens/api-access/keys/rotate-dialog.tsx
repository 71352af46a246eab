import { type ApiKey, apiKeys, KEY_OVERLAPS_MIN } from '@portico/contract/api-keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { RadioGroup } from '#ui/input/choice.tsx'
import { ACCESS_KEY } from '../access-queries.ts'

type Overlap = (typeof KEY_OVERLAPS_MIN)[number]

const WORDS: Record<Overlap, { label: MessageKey; hint?: MessageKey }> = {
  0: { label: 'Immediately', hint: 'If someone else may know it.' },
  60: { label: 'In one hour' },
  1440: { label: 'In 24 hours', hint: 'Gives you time to update all your programs. Both secrets work until then.' },
  10080: { label: 'In 7 days' },
}

type RotateDialogProps = { apiKey: ApiKey; onDone: (secret: string) => void; onClose: () => void }

/** A new secret with the same bounds; the old one works as long as the programs need for the change. */
export function RotateDialog({ apiKey: { id, name }, onDone, onClose }: RotateDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const [overlap_min, setOverlap] = useState<Overlap>(1440)
  const proof = useSignInProof()
  const form = useInlineForm(z.object({ password: proof.password }), async (typed) => {
    await proof.prove(typed)
    const { secret } = await call(apiKeys.rotateKey, { id, overlap_min })
    client.invalidateQueries({ queryKey: ACCESS_KEY })
    onDone(secret)
  })
  return (
    <FormDialog
      title={t('Replace the secret of {name}?', { name })}
      action={t('Replace the secret')}
      form={form}
      onClose={onClose}
    >
      <RadioGroup
        label={t('The old secret stops working')}
        value={String(overlap_min)}
        onChange={(value) => setOverlap(KEY_OVERLAPS_MIN.find((known) => String(known) === value) ?? 0)}
        options={KEY_OVERLAPS_MIN.map((value) => {
          const { label, hint } = WORDS[value]
          return { value: String(value), label: t(label), ...(hint && { hint: t(hint) }) }
        })}
      />
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}
