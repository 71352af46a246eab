import { useT } from '#i18n/i18n.tsx'
import { Field } from '#ui/input/field.tsx'

/** Required in every browser but the one that signed up, so that a stranger's sign-up cannot be confirmed. */
export function SignUpPassword({ error, isNew }: { error: string | undefined; isNew?: boolean }) {
  const t = useT()
  return (
    <Field
      label={t('Password')}
      name="password"
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      hint={isNew ? t('Choose a password to sign in with') : t('The password you chose at sign-up')}
      error={error}
    />
  )
}
