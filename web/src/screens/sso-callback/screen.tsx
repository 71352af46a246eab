import type { Output } from '@portico/contract/endpoint.ts'
import type { Joined } from '@portico/contract/invitation.ts'
import { SNACKBAR_THIRD_PARTY_MS } from '@portico/contract/rules.ts'
import { ssoSignIn } from '@portico/contract/sso.ts'
import type { User } from '@portico/contract/user.ts'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { remember } from '#lib/storage.ts'
import { useOnce } from '#lib/use-once.ts'
import { FinishSignInPage } from '#public-pages/finish-sign-in.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useSession } from '#session/session.ts'
import { useJoinedToast } from '#session/use-joined-toast.ts'
import { announceConfirmed, rememberSso } from '#step-up/sso-tabs.ts'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ConnectForm } from './connect-form.tsx'
import { TestResult } from './test-result.tsx'

type Outcome = Output<typeof ssoSignIn.finishSso> | { kind: 'failed'; problem: Problem }

/** The page a company's sign-in service redirects to. The server holds what it sent along. */
export function Screen() {
  const t = useT()
  const session = useSession()
  const toast = useToast({ error_ms: SNACKBAR_THIRD_PARTY_MS })
  const showJoined = useJoinedToast()
  const [needsCode, setNeedsCode] = useState(false)
  const { answer } = useOnce<Outcome>(async () => {
    try {
      return await call(ssoSignIn.finishSso, {})
    } catch (error) {
      return { kind: 'failed', problem: error instanceof Problem ? error : new Problem('internal') }
    }
  }, settle)

  function enter(user: User, joined?: Joined) {
    rememberSso()
    remember('last_way', 'sso')
    if (joined) showJoined(joined)
    session.begin(user)
  }

  function settle(outcome: Outcome) {
    if (outcome.kind === 'signed_in') enter(outcome.user, outcome.joined)
    if (outcome.kind === 'confirmed') {
      announceConfirmed()
      window.close()
    }
    if (outcome.kind !== 'failed') return
    if (outcome.problem.values.reason === 'denied') toast.bad('Sign-in was canceled.')
    else toast.problem(outcome.problem)
    if (!session.user()) navigate(paths.sso, { replace: true })
  }

  const outcome = answer.state === 'here' ? answer.value : undefined
  if (needsCode || outcome?.kind === 'code') return <FinishSignInPage onDone={(user) => enter(user)} />
  if (outcome?.kind === 'connect')
    return <ConnectForm request={outcome} onCode={() => setNeedsCode(true)} onDone={enter} />
  if (outcome?.kind === 'tested') return <TestResult trial={outcome.trial} />
  if (outcome?.kind === 'confirmed')
    return (
      <PublicPage
        title={t('Confirmed')}
        lead={t('You can close this tab and continue where you left off.')}
        step="confirmed"
      />
    )
  if (outcome?.kind === 'failed')
    return (
      <PublicPage
        title={t('Single sign-on')}
        lead={t('That did not work. Nothing has changed.')}
        step="failed"
        links={<Link to={`${paths.apiAccess}#sso`}>{t('Back to API Access')}</Link>}
      />
    )
  return (
    <PublicPage title={t('Signing you in…')}>
      <SkeletonText lines={2} />
    </PublicPage>
  )
}
