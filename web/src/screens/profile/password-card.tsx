import { type ProfileInfo, profile } from '@portico/contract/profile.ts'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { SaveActions } from '#forms/save-actions.tsx'
import { useAction } from '#forms/use-action.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { passwordStrength } from '#lib/password-strength.ts'
import { useBootState } from '#session/boot-state.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { StrengthMeter } from '#ui/input/strength-meter.tsx'
import { Card } from '#ui/show/card.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { passwordValues } from './password-values.ts'
import styles from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { useCardForm } from './use-card-form.ts'

/** A user who signs in only with a service has no password to change: the first one is set by a mailed link. */
export function PasswordCard({ info }: { info: ProfileInfo }) {
  return info.has_password ? <ChangePassword info={info} /> : <FirstPassword />
}

function FirstPassword() {
  const t = useT()
  const send = useAction({
    work: () => call(profile.mailPasswordLink, {}),
    done: 'We sent you a link to set a password.',
    changes: profileQuery.queryKey,
  })
  return (
    <Card
      id="password"
      className={cards.card}
      title={t('Password')}
      footer={
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          {t('Send me a link to set a password')}
        </Button>
      }
    >
      <p>
        {t(
          'You sign in with a linked service. A password gives you a second way to sign in and is required to see API passwords.',
        )}
      </p>
    </Card>
  )
}

function ChangePassword({ info: { email, name } }: { info: ProfileInfo }) {
  const t = useT()
  const { password_min } = useBootState()
  const { title, product } = useBrand()
  const [typed, setTyped] = useState('')
  const [schema] = useState(() => passwordValues(password_min))
  const form = useCardForm(
    schema,
    async (values) => {
      await call(profile.changePassword, values)
      form.reset()
      setTyped('')
    },
    {
      done: 'Your password was changed. All other sessions were ended.',
      changes: profileQuery.queryKey,
    },
  )
  return (
    <form {...form.props}>
      <Card
        id="password"
        className={cards.card}
        title={t('Password')}
        note={t('This is your sign-in password, not the API password. Changing it signs you out on all other devices.')}
        footer={<SaveActions form={form} label="Change the password" />}
      >
        <div className={styles.narrow}>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <Field
            label={t('Current password')}
            name="current_password"
            type="password"
            autoComplete="current-password"
            error={form.wrong('current_password')}
          />
          <div>
            <Field
              label={t('New password')}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={t('At least {count} characters', { count: password_min })}
              error={form.wrong('password')}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
            <div className={styles.strength}>
              <StrengthMeter strength={passwordStrength(typed, [title, product, email, name])} />
            </div>
          </div>
          <Field
            label={t('Repeat the new password')}
            name="pass_confirm"
            type="password"
            autoComplete="new-password"
            error={form.wrong('pass_confirm')}
          />
        </div>
      </Card>
    </form>
  )
}
