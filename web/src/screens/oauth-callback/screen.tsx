import { auth } from '@portico/contract/auth.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { isProvider, PROVIDER_NAMES } from '@portico/contract/providers.ts'
import { SNACKBAR_THIRD_PARTY_MS } from '@portico/contract/rules.ts'
import type { User } from '@portico/contract/user.ts'
import { cameFrom } from '#attribution/came-from.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { remember } from '#lib/storage.ts'
import { useOnce } from '#lib/use-once.ts'
import { FinishSignInPage } from '#public-pages/finish-sign-in.tsx'
import { forgetInvitation, storedInvitation } from '#public-pages/invitation.ts'
import { PublicPage } from '#public-pages/page.tsx'
import { useSession } from '#session/session.ts'
import { useJoinedToast } from '#session/use-joined-toast.ts'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { FailureMessage } from './failure-message.tsx'

type Outcome = Output<typeof auth.loginByThirdParty> | { problem: Problem }

/**
 * The page a third party redirects to. The server holds what it sent along; the page only confirms that it may be used.
 */
export function Screen() {
  const { t } = useI18n()
  const session = useSession()
  const toast = useToast({ error_ms: SNACKBAR_THIRD_PARTY_MS })
  const showJoined = useJoinedToast()
  const named = useLocation().path.split('/')[2]
  const provider = isProvider(named) ? named : undefined
  const service = provider ? PROVIDER_NAMES[provider] : ''
  const { answer } = useOnce<Outcome>(async () => {
    try {
      if (!provider) throw new Problem('third_party_failed')
      return await call(auth.loginByThirdParty, { ...cameFrom(), ...storedInvitation(), provider })
    } catch (error) {
      return { problem: error instanceof Problem ? error : new Problem('internal') }
    }
  }, settle)

  function enter(user: User, path?: string) {
    if (provider) remember('last_way', provider)
    session.begin(user, path)
  }

  function settle(outcome: Outcome) {
    if ('problem' in outcome) {
      if (outcome.problem.values.reason === 'denied')
        toast.bad('You did not allow sign-in with {service}. Nothing has changed.', { service })
      else toast.problem(outcome.problem)
      navigate(session.user() ? paths.profile : paths.signin, { replace: true })
      return
    }
    const { user, linked, joined } = outcome
    if (joined) {
      forgetInvitation()
      showJoined(joined)
    }
    if (user && linked) {
      session.update(user)
      toast.good('{service} is now linked to your account.', { service })
      navigate(paths.profile, { replace: true })
    } else if (user) enter(user, user.is_registration ? user.first_available_path : undefined)
  }

  if (answer.state === 'here' && 'needs' in answer.value && answer.value.needs)
    return <FinishSignInPage onDone={(user) => enter(user)} />
  if (answer.state === 'here' && !('problem' in answer.value) && !answer.value.user)
    return <FailureMessage msg={answer.value.msg} />
  return (
    <PublicPage title={t('Signing you in…')} lead={service && t('Checking the response from {service}…', { service })}>
      <SkeletonText lines={2} />
    </PublicPage>
  )
}
