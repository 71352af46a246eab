import { auth } from '@portico/contract/auth.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { useOnce } from '#lib/use-once.ts'
import { AskAgain } from '#public-pages/ask-again.tsx'
import { FormSkeleton } from '#public-pages/form-skeleton.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useSession } from '#session/session.ts'
import { AutoActivate } from './auto-activate.tsx'
import { ByCode } from './by-code.tsx'
import { ByLink } from './by-link.tsx'
import { AlreadyConfirmed, LinkGone, NoSignUp } from './link-over.tsx'
import { userIdOf } from './user-id-of.ts'

/**
 * Confirms a sign-up: automatically in the browser that signed up, with one press elsewhere, or by the code of the
 * mail.
 */
export function Screen() {
  const t = useT()
  const user_id = userIdOf(useLocation().path)
  const session = useSession()
  const { answer, again } = useOnce(
    () => call(auth.checkActivation, { user_id }),
    ({ is_account }) => {
      if (!is_account && session.user()) navigate(paths.home, { replace: true })
    },
  )
  const [isByHand, setByHand] = useState(false)
  if (answer.state !== 'here' || (!answer.value.is_account && session.user()))
    return (
      <PublicPage title={t('Confirm your account')} step={answer.state}>
        {answer.state === 'failed' ? (
          <AskAgain problem={answer.problem} onRetry={again} />
        ) : (
          <FormSkeleton fields={1} />
        )}
      </PublicPage>
    )
  const { mode, email, is_account, needs_password, sets_password } = answer.value
  if (mode === 'done') return <AlreadyConfirmed />
  if (mode === 'gone') return <LinkGone />
  // It may have failed because the link was used at this moment: the current state is requested.
  const askAgain = () => {
    setByHand(true)
    again()
  }
  if (mode === 'auto' && !isByHand) return <AutoActivate user_id={user_id} onFailed={askAgain} />
  if (mode === 'confirm')
    return (
      <ByLink
        user_id={user_id}
        email={email ?? ''}
        isAccount={is_account}
        needsPassword={needs_password}
        setsPassword={sets_password}
      />
    )
  if (needs_password && user_id === undefined) return <NoSignUp />
  return <ByCode user_id={user_id} needsPassword={needs_password} />
}
