import { useEffect, useRef } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import styles from './consent.module.css'
import { consent, openConsent } from './outbound-events.ts'
import { PrivacyPolicy } from './privacy-policy.tsx'
import { SCRIPT_NAMES } from './script-names.ts'
import { useKnown } from './store.ts'

/** Asks once whether tools of others may run. Yes and no are equally easy, and until then it is no. */
export function ConsentBanner() {
  const { t, language } = useI18n()
  const { setup } = useKnown()
  const banner = useRef<HTMLElement>(null)
  useEffect(() => (banner.current ? publishHeight(banner.current) : undefined), [])
  const tools = [
    ...setup.parties.map(({ name }) => t(SCRIPT_NAMES[name])),
    ...(setup.asks.includes('marketing') ? [t('Campaign IDs')] : []),
  ]
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(tools)
  return (
    <section ref={banner} className={styles.banner} aria-label={t('Your privacy')}>
      <div className={styles.words}>
        <strong>{t('Your privacy')}</strong>
        <p>
          {t('With your consent, we also use: {tools}. You can change your choice at any time.', { tools: list })}{' '}
          <PrivacyPolicy />
        </p>
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => consent([])}>{t('Only necessary')}</Button>
        <Button onClick={() => consent(setup.asks)}>{t('Accept all')}</Button>
        <Button tone="quiet" onClick={openConsent}>
          {t('Cookie settings')}
        </Button>
      </div>
    </section>
  )
}

/** Toasts are shown above it while it is open. */
function publishHeight(banner: HTMLElement): () => void {
  const { style } = document.documentElement
  const watcher = new ResizeObserver(() => style.setProperty('--consent-height', `${banner.offsetHeight}px`))
  watcher.observe(banner)
  return () => {
    watcher.disconnect()
    style.removeProperty('--consent-height')
  }
}
