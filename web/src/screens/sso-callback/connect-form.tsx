import { typedPassword } from '@portico/contract/form-fields.ts'
import type { Joined } from '@portico/contract/invitation.ts'
import { type GivenRole, ROLE_NAMES } from '@portico/contract/role.ts'
import { ssoSignIn } from '@portico/contract/sso.ts'
import type { User } from '@portico/contract/user.ts'
import * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { PublicForm } from '#public-pages/form.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { Field } from '#ui/input/field.tsx'
import { Banner } from '#ui/show/banner.tsx'

const typed = z.strictObject({ password: typedPassword })

type ConnectFormProps = {
  request: { email: string; team: string; role: GivenRole | null }
  onCode: () => void
  onDone: (user: User, joined?: Joined) => void
}

/** The address already has an account: its owner confirms with the password, once. */
export function ConnectForm({ request: { email, team, role }, onCode, onDone }: ConnectFormProps) {
  const t = useT()
  const form = useForm(typed, async (values) => {
    try {
      const answer = await call(ssoSignIn.connectSso, values)
      if (answer.kind === 'code') onCode()
      else onDone(answer.user, answer.joined)
    } catch (error) {
      form.fail(error instanceof Problem ? error : new Problem('internal'))
    }
  })
  const message = useFieldMessage(form)
  return (
    <PublicPage
      title={t('Connect your account')}
      lead={
        role
          ? t(
              'You already have an account with {email}. Enter its password once to join the team {team} as {role}. From then on you open this team with single sign-on.',
              { email, team, role: t(ROLE_NAMES[role]) },
            )
          : t(
              'You already have an account with {email}. Enter its password once. From then on you open this team with single sign-on.',
              { email },
            )
      }
      step="connect"
      links={
        <>
          <Link to={paths.forgotPassword}>{t('Forgot your password?')}</Link>
          <Link to={paths.signin}>{t('Back to sign-in')}</Link>
        </>
      }
    >
      <PublicForm form={form} label={t('Connect and sign in')}>
        <Banner tone="info">
          {t(
            'Single sign-on opens this team and nothing else in your account. Use your password for your own account and other teams. When you leave the team, single sign-on no longer works for you.',
          )}
        </Banner>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t('Password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={message('password')}
        />
      </PublicForm>
    </PublicPage>
  )
}
