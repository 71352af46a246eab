import { useT } from '#i18n/i18n.tsx'
import { Rich } from '#i18n/rich.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useBootState } from '#session/boot-state.ts'
import { useUser } from '#session/session.ts'
import { Field } from '#ui/input/field.tsx'

/** The password of the person, not of the API; who signs in with a service may have none yet. */
export function SignInPasswordField({ error }: { error: string | undefined }) {
  const t = useT()
  const user = useUser()
  const { providers } = useBootState()
  const hint = providers.length > 0 && (
    <span>
      <Rich
        text={t('No password yet? <0>Set one in your profile</0>')}
        wrap={[
          (inside) => (
            <Link key="profile" to={paths.profile}>
              {inside}
            </Link>
          ),
        ]}
      />
    </span>
  )
  return (
    <>
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        label={t('Sign-in password')}
        name="password"
        type="password"
        autoComplete="current-password"
        hint={hint}
        error={error}
      />
    </>
  )
}
