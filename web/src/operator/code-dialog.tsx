import { auth } from '@portico/contract/auth.ts'
import { code } from '@portico/contract/form-fields.ts'
import { staffPasskeys } from '@portico/contract/passkeys.ts'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { call } from '#lib/api.ts'
import { PasskeyInstead } from '#step-up/passkey-instead.tsx'
import { CodeField } from '#ui/input/code-field.tsx'
import { useConsoleT } from './texts.ts'

const schema = z.strictObject({ code })

/** Requests a code of the authenticator, or a passkey instead. */
export function CodeDialog({ onDone }: { onDone: (isGiven: boolean) => void }) {
  const t = useConsoleT()
  const form = useInlineForm(schema, async (values) => {
    await call(auth.confirmFactor, values)
    onDone(true)
  })
  return (
    <FormDialog title={t('Confirm with a code')} form={form} action={t('Confirm')} onClose={() => onDone(false)}>
      <p>
        {t(
          'This affects money or access. Enter a code from your authenticator app; you will not be asked again for five minutes.',
        )}
      </p>
      <CodeField name="code" label={t('Code')} length={6} autoFocus error={form.wrong('code')} />
      <PasskeyInstead
        onDone={() => onDone(true)}
        send={(response) => call(staffPasskeys.confirmByPasskey, { response })}
      />
    </FormDialog>
  )
}
