import { auth } from '@portico/contract/auth.ts'
import { SNACKBAR_AUTH_MS } from '@portico/contract/rules.ts'
import type { User } from '@portico/contract/user.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { useNotice } from '../notice.ts'
import { CodeForm } from './code-form.tsx'

/** The code after a link or a service; when it came too late, sign-in begins anew. */
export function FinishSignIn({ onDone }: { onDone: (user: User) => void }) {
  const t = useT()
  const notice = useNotice()

  async function send(code: string) {
    try {
      onDone((await call(auth.secondFactor, { code })).user)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'sign_in_again') throw error
      notice.bad(error, SNACKBAR_AUTH_MS)
      navigate(paths.signin, { replace: true })
    }
  }

  return <CodeForm action={t('Sign in')} send={send} />
}
