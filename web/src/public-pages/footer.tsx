import { useT } from '#i18n/i18n.tsx'
import { LanguagePicker } from '#page/language-picker.tsx'
import { ThemePicker } from '#page/theme-picker.tsx'
import { openConsent } from '#scripts/outbound-events.ts'
import { useBootState } from '#session/boot-state.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import styles from './page.module.css'

/** Trust seals, language and theme: below every screen outside the shell. */
export function PublicFooter() {
  const { seals } = useBrand()
  const { scripts } = useBootState()
  return (
    <footer className={styles.footer}>
      {seals.length > 0 && (
        <ul className={styles.seals}>
          {seals.map((seal) => (
            <li key={seal.text}>
              <Icon name="lock" size={16} />
              {seal.url ? <ExternalLink to={seal.url}>{seal.text}</ExternalLink> : seal.text}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.pickers}>
        {scripts.asks.length > 0 && <CookieSettings />}
        <LanguagePicker />
        <ThemePicker />
      </div>
    </footer>
  )
}

/** The way back to an answer once given. */
function CookieSettings() {
  const t = useT()
  return (
    <Button tone="quiet" size="small" onClick={openConsent}>
      {t('Cookie settings')}
    </Button>
  )
}
