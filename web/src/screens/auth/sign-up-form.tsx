import { auth } from '@portico/contract/auth.ts'
import { email, name, phone, privacy } from '@portico/contract/form-fields.ts'
import { SNACKBAR_AUTH_MS } from '@portico/contract/rules.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { cameFrom } from '#attribution/came-from.ts'
import { useFieldMessage } from '#forms/field-message.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { useHydrated } from '#lib/hydrated.ts'
import { newPassword } from '#lib/new-password.ts'
import { Problem } from '#lib/problem.ts'
import { FormProblem } from '#public-pages/form-problem.tsx'
import { forgetInvitation, storedInvitation } from '#public-pages/invitation.ts'
import { event } from '#scripts/outbound-events.ts'
import { useBootState } from '#session/boot-state.ts'
import { rememberSignUp } from '#session/known-email.ts'
import { useSession } from '#session/session.ts'
import { useJoinedToast } from '#session/use-joined-toast.ts'
import { useCaptcha } from '#step-up/captcha.ts'
import { Button } from '#ui/input/button.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import styles from './auth.module.css'
import { useInvited } from './invitation.ts'
import { useLegalSentence } from './use-legal-sentence.tsx'

/** The fields that a person fills in; the rest of a sign-up (bot check, attribution) is added when it is sent. */
function signUpValues(password_min: number) {
  return z.strictObject({
    name: z._default(name, ''),
    email,
    phone: z._default(phone, ''),
    privacy,
    password: newPassword(password_min),
  })
}

export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useT()
  const session = useSession()
  const toast = useToast({ good_ms: SNACKBAR_AUTH_MS })
  const isAlive = useHydrated()
  const { password_min } = useBootState()
  const { invitation, markOver } = useInvited()
  const showJoined = useJoinedToast()
  const captcha = useCaptcha('signup')
  const [isAtEmail, setAtEmail] = useState(false)
  const [schema] = useState(() => signUpValues(password_min))
  const form = useForm(schema, async (values) => {
    toast.clear()
    try {
      const sent = { ...cameFrom(), ...values, ...storedInvitation(), captcha: await captcha.token() }
      const { msg, user, joined } = await call(auth.register, sent)
      event('sign_up_completed')
      if (joined) {
        forgetInvitation()
        showJoined(joined)
      } else toast.reply(msg)
      if (user) session.begin(user, user.first_available_path)
      else {
        form.reset()
        rememberSignUp(values.email)
        onSent(values.email)
      }
    } catch (error) {
      if (error instanceof Problem && error.code === 'invitation_over') return markOver()
      form.startOver(toast.problem(error))
    }
  })
  const message = useFieldMessage(form)
  const emailHint = invitation ? t('The invitation was sent to this address') : t('please enter your business email')
  return (
    <form {...form.props} {...captcha.props} className={styles.fields} aria-labelledby="sign-up-title">
      <Field label={t('Your name')} optional name="name" autoComplete="name" error={message('name')} />
      <Field
        label={t('Business e-mail')}
        name="email"
        type="email"
        defaultValue={invitation?.email}
        readOnly={invitation !== null}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={() => setAtEmail(true)}
        onBlur={() => setAtEmail(false)}
        hint={(isAtEmail || invitation) && emailHint}
        error={isAtEmail ? undefined : message('email')}
      />
      <Field label={t('Phone')} optional name="phone" type="tel" autoComplete="tel" error={message('phone')} />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('At least {count} characters', { count: password_min })}
        error={message('password')}
      />
      <PrivacyBox error={message('privacy')} />
      <FormProblem form={form} />
      <Button
        tone="primary"
        wide
        type={isAlive ? 'submit' : 'button'}
        disabled={!isAlive || !form.isValid}
        busy={form.busy}
      >
        {t('Sign up')}
      </Button>
    </form>
  )
}

function PrivacyBox({ error }: { error: string | undefined }) {
  const sentence = useLegalSentence(true)
  // The server wants the field; a brand without terms has nothing that a person could refuse.
  if (!sentence) return <input type="checkbox" name="privacy" hidden defaultChecked />
  return <Checkbox name="privacy" label={sentence} reserveMessage error={error} />
}
