import { useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import styles from './offline.module.css'

/** Replaces every screen until the server can be reached; its parent shows what this browser remembers. */
export function Screen() {
  const t = useT()
  const isKnown = useUser() !== null
  const Page = isKnown ? 'section' : 'main'
  return (
    <Page className={classNames(styles.page, !isKnown && styles.lone)}>
      <Banner tone="warn">
        {isKnown ? t('You are offline. Showing the last known data.') : t('You are offline.')}
      </Banner>
      <div className={styles.words}>
        <h1>{t('This page needs an internet connection.')}</h1>
        <p className={styles.lead}>{t('It will open automatically when you are back online.')}</p>
        <Button icon="refresh" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      </div>
    </Page>
  )
}
