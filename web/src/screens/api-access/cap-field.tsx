import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { useT } from '#i18n/i18n.tsx'
import { typedMicros } from '#session/typed-amount.ts'
import { Field } from '#ui/field.tsx'

/** What a member may spend a day, as typed; nothing is no cap. */
export const cap = z.string().check(z.refine((text) => typedMicros(text) !== undefined, MESSAGES.numeric))
export const capValues = z.strictObject({ cap })

export function CapField({ value, error }: { value?: string; error: string | undefined }) {
  const t = useT()
  return (
    <Field
      label={t('Daily cap')}
      name="cap"
      inputMode="decimal"
      autoComplete="off"
      optional
      prefix="$"
      defaultValue={value}
      hint={t('The most this member may spend in a UTC day with each login. They get API passwords of their own.')}
      error={error}
    />
  )
}
