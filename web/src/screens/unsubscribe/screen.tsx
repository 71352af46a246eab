import { auth } from '@portico/contract/auth.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { useOnce } from '#lib/use-once.ts'
import { AskAgain } from '#public-pages/ask-again.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import styles from './unsubscribe.module.css'

/** Works without signing in, for the address of the mail alone. */
export function Screen() {
  const t = useT()
  const { answer, again } = useOnce(ask, ({ data }) => {
    if (!data) navigate(paths.home, { replace: true })
  })
  return (
    <PublicPage
      title={t('E-mail preferences')}
      lead={t('Choose which e-mails you receive. Security and payment e-mails are always sent.')}
      step={answer.state}
    >
      {answer.state === 'failed' && <AskAgain problem={answer.problem} onRetry={again} />}
      {answer.state === 'here' && answer.value.data && (
        <>
          <p className={styles.whose}>{t('Preferences for {email}.', { email: answer.value.email ?? '' })}</p>
          <PreferencesForm first={answer.value.data} />
        </>
      )}
      {answer.state === 'asking' && <Waiting />}
    </PublicPage>
  )
}

function ask() {
  return call(auth.sendCheckUnsubscribeDataRequest, {})
}

function Waiting() {
  return (
    <SkeletonGroup className={styles.list}>
      {['news', 'offers', 'reports', 'triggers'].map((kind) => (
        <div key={kind} className={styles.row}>
          <Skeleton width="short" />
          <Skeleton width="long" />
        </div>
      ))}
      <Skeleton shape="button" className={styles.save} />
    </SkeletonGroup>
  )
}
