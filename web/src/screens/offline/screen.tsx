import { useT } from '#i18n/i18n.tsx'
import { useOnline } from '#lib/slow-network.ts'
import { useUser } from '#session/session.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import styles from './offline.module.css'

/** Replaces every screen until the server can be reached; its parent shows what this browser remembers. */
export function Screen() {
  const t = useT()
  const isKnown = useUser() !== null
  // With a connection it is the server that does not answer.
  const isOnline = useOnline()
  const Page = isKnown ? 'section' : 'main'
  return (
    <Page className={classNames(styles.page, !isKnown && styles.lone)}>
      {(!isOnline || isKnown) && (
        <Banner tone="warn">
          {isOnline && t('Showing the last known data.')}
          {!isOnline && (isKnown ? t('You are offline. Showing the last known data.') : t('You are offline.'))}
        </Banner>
      )}
      <div className={styles.words}>
        <h1>{isOnline ? t('We will be right back') : t('This page needs an internet connection.')}</h1>
        <p className={styles.lead}>
          {isOnline
            ? t('Our service is busy or restarting. This page opens automatically.')
            : t('It will open automatically when you are back online.')}
        </p>
        <Button icon="refresh" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </div>
    </Page>
  )
}
