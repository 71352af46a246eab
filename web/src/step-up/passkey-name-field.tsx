import { deviceOf } from '@portico/contract/device.ts'
import { useT } from '#i18n/i18n.tsx'
import { Field } from '#ui/input/field.tsx'

/** What happens next, and the name under which a new passkey is listed. */
export function PasskeyNameField({ error }: { error: string | undefined }) {
  const t = useT()
  const { browser, system } = deviceOf(navigator.userAgent)
  return (
    <>
      <p>
        {t('Your browser will then ask where to store it: on this device, on your phone or in a password manager.')}
      </p>
      <Field
        name="name"
        label={t('Name of the passkey')}
        hint={t('Helps you recognize it in the list.')}
        defaultValue={[browser, system].filter(Boolean).join(', ')}
        maxLength={60}
        error={error}
      />
    </>
  )
}
