import { ssoSignIn } from '@portico/contract/sso.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useOnce } from '#lib/use-once.ts'
import { AskAgain } from '#public-pages/ask-again.tsx'
import { FormSkeleton } from '#public-pages/form-skeleton.tsx'
import { LinkGone } from '#public-pages/link-gone.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useOnePress } from '#public-pages/use-one-press.ts'
import { Button } from '#ui/input/button.tsx'

/**
 * The administrator of a domain confirms its owner. Opening the link has stored it on the server; one press uses it.
 */
export function Screen() {
  const t = useT()
  const { busy, isDone, press } = useOnePress(async () => {
    await call(ssoSignIn.confirmSsoDomain, {})
  })
  const { answer, again } = useOnce(() => call(ssoSignIn.checkSsoDomain, {}))
  const open = answer.state === 'here' ? answer.value.open : undefined

  if (isDone)
    return (
      <PublicPage
        title={t('The domain is confirmed')}
        lead={t('The team can now use it for single sign-on. You can close this page.')}
        step="done"
      />
    )
  if (open === null) return <LinkGone why="It was already used or replaced, or more than three days have passed." />
  return (
    <PublicPage
      title={t('Confirm a domain')}
      lead={
        open &&
        t(
          'The team {team} ({email}) wants to use single sign-on for everyone with an address at {domain}. Confirm only if you run this domain and know the team.',
          open,
        )
      }
      step={answer.state}
    >
      {answer.state === 'failed' && <AskAgain problem={answer.problem} onRetry={again} />}
      {answer.state === 'asking' && <FormSkeleton fields={0} />}
      {open && (
        <Button tone="primary" wide busy={busy} onClick={press}>
          {t('Confirm {domain}', { domain: open.domain })}
        </Button>
      )}
    </PublicPage>
  )
}
