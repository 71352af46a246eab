import { auth } from '@portico/contract/auth.ts'
import { IMPERSONATION_MINUTES } from '@portico/contract/rules.ts'
import type { User } from '@portico/contract/user.ts'
import { useState } from 'react'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { forgetUser, remember } from '#lib/storage.ts'
import { CodeForm } from '#public-pages/code-form.tsx'
import { FinishSignIn } from '#public-pages/finish-sign-in.tsx'
import { safePath } from '#session/landing.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import type { LinkKind } from './link-kind.ts'
import styles from './link-sign-in.module.css'

type EnterByLinkProps = { kind: LinkKind; email: string; isReplacing: boolean; needsCode: boolean }

export function EnterByLink({ kind, email, isReplacing, needsCode }: EnterByLinkProps) {
  const t = useT()
  const session = useSession()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const [busy, setBusy] = useState(false)
  const [isCodeDue, setCodeDue] = useState(needsCode)
  /** The link is used up, and its reader has a second factor to give. */
  const [waiting, setWaiting] = useState<{ path: string | null }>()

  async function enter() {
    setBusy(true)
    toast.clear()
    try {
      const { user, path, project_id } = await redeem(kind)
      if (!user) return setWaiting({ path })
      if (kind !== 'onetime_admin') return begin(user, path)
      leave(path, project_id)
    } catch (error) {
      if (error instanceof Problem && error.code === 'factor_needed') setCodeDue(true)
      else toast.problem(error)
      setBusy(false)
    }
  }

  function begin(user: User, path: string | null) {
    if (session.user()) leave(path, null)
    else session.begin(user, path ?? undefined)
  }

  /**
   * The page of another user: nothing they have read or left may be shown to the new user, and the page's data is out
   * of date.
   */
  function leave(path: string | null, project_id: number | null) {
    forgetUser()
    if (project_id !== null) remember('project_id', project_id)
    location.assign(safePath(path ?? undefined) ?? paths.home)
  }

  async function enterWith(code: string) {
    await call(auth.confirmFactor, { code })
    // From here on the code is used up: if entering fails, the button is enough to try again.
    setCodeDue(false)
    await enter()
  }

  if (waiting)
    return (
      <div className={styles.entry}>
        <p>{t('Two-factor authentication is on. Enter the code from your authenticator app.')}</p>
        <FinishSignIn onDone={(user) => begin(user, waiting.path)} />
      </div>
    )
  return (
    <div className={styles.entry}>
      {kind === 'onetime_admin' && (
        <Banner tone="warn">
          {t('You will act as {email} for at most {minutes} minutes; everything is recorded.', {
            email,
            minutes: IMPERSONATION_MINUTES,
          })}
        </Banner>
      )}
      {isReplacing && (
        <Banner tone="warn">
          {t('You are signed in to another account. You will be signed out of it in this browser.')}
        </Banner>
      )}
      {isCodeDue ? (
        <>
          <p>{t('Your last code is more than five minutes old. Enter a new one to continue.')}</p>
          <CodeForm action={t('Continue as {email}', { email })} send={enterWith} />
        </>
      ) : (
        <Button tone="primary" wide busy={busy} onClick={enter}>
          {t('Continue as {email}', { email })}
        </Button>
      )}
    </div>
  )
}

interface Redeemed {
  /** Null: a code has to follow. */
  user: User | null
  path: string | null
  project_id: number | null
}

async function redeem(kind: LinkKind): Promise<Redeemed> {
  if (kind === 'onetime_admin') return call(auth.loginOnetimeAdmin, {})
  const answer = await call(kind === 'onetime' ? auth.loginOnetime : auth.loginToken, {})
  return { user: 'needs' in answer ? null : answer.user, path: answer.path, project_id: null }
}
