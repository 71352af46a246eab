import { ssoSignIn } from '@portico/contract/sso.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useOnce } from '#lib/use-once.ts'
import { useNotice } from '#session/notice.ts'
import { AskAgain } from '#session/public/ask-again.tsx'
import { FormSkeleton } from '#session/public/form-skeleton.tsx'
import { PublicPage } from '#session/public/page.tsx'
import { Button } from '#ui/input/button.tsx'

/** Whoever runs a domain says whose it is. Opening the link has left it with the server; one press uses it. */
export function Screen() {
  const t = useT()
  const notice = useNotice()
  const [busy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const { answer, again } = useOnce(() => call(ssoSignIn.checkSsoDomain, {}))
  const open = answer.state === 'here' ? answer.value.open : undefined

  async function confirm() {
    setBusy(true)
    notice.clear()
    try {
      await call(ssoSignIn.confirmSsoDomain, {})
      setDone(true)
    } catch (error) {
      notice.bad(error)
    }
    setBusy(false)
  }

  if (isDone)
    return (
      <PublicPage
        title={t('The domain is confirmed')}
        lead={t('The team can now use it for single sign-on. You can close this page.')}
        step="done"
      />
    )
  if (open === null)
    return (
      <PublicPage
        title={t('This link is no longer valid')}
        lead={t('It was already used or replaced, or more than three days have passed.')}
        step="gone"
        links={<Link to={paths.home}>{t('Go to the main page')}</Link>}
      />
    )
  return (
    <PublicPage
      title={t('Confirm a domain')}
      lead={
        open &&
        t(
          'The team {team} ({email}) asks to use single sign-on for everybody with an address at {domain}. Confirm only if you run this domain and know the team.',
          open,
        )
      }
      step={answer.state}
    >
      {answer.state === 'failed' && <AskAgain problem={answer.problem} onRetry={again} />}
      {answer.state === 'asking' && <FormSkeleton fields={0} />}
      {open && (
        <Button tone="primary" wide busy={busy} onClick={confirm}>
          {t('Confirm {domain}', { domain: open.domain })}
        </Button>
      )}
    </PublicPage>
  )
}
