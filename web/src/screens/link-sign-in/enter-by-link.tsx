import { auth } from '@portico/contract/auth.ts'
import type { User } from '@portico/contract/user.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { forgetUser, remember } from '#lib/storage.ts'
import { safePath } from '#session/landing.ts'
import { useNotice } from '#session/notice.ts'
import { useSession } from '#session/session.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import type { LinkKind } from './link-kind.ts'
import styles from './link-sign-in.module.css'

type EnterByLinkProps = { kind: LinkKind; email: string; isReplacing: boolean }

export function EnterByLink({ kind, email, isReplacing }: EnterByLinkProps) {
  const t = useT()
  const session = useSession()
  const notice = useNotice()
  const [busy, setBusy] = useState(false)

  async function enter() {
    setBusy(true)
    notice.clear()
    try {
      const { user, path, project_id } = await redeem(kind)
      if (kind !== 'onetime_admin' && !session.user()) return session.begin(user, path ?? undefined)
      // Somebody else's page: nothing they have read or left may meet the new user, and what the page was told is out of date.
      forgetUser()
      if (project_id !== null) remember('project_id', project_id)
      location.assign(safePath(path ?? undefined) ?? paths.home)
    } catch (error) {
      notice.bad(error)
      setBusy(false)
    }
  }

  return (
    <div className={styles.entry}>
      {kind === 'onetime_admin' && (
        <Banner tone="warn">
          {t('You will act as {email} for at most 30 minutes; everything is recorded.', { email })}
        </Banner>
      )}
      {isReplacing && (
        <Banner tone="warn">
          {t('You are signed in with another account. It will be signed out in this browser.')}
        </Banner>
      )}
      <Button tone="primary" wide busy={busy} onClick={enter}>
        {t('Continue as {email}', { email })}
      </Button>
    </div>
  )
}

async function redeem(kind: LinkKind): Promise<{ user: User; path: string | null; project_id: number | null }> {
  if (kind === 'onetime_admin') return call(auth.loginOnetimeAdmin, {})
  if (kind === 'onetime') return { ...(await call(auth.loginOnetime, {})), project_id: null }
  return { ...(await call(auth.loginToken, {})), project_id: null }
}
