import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { openConsent } from './outbound-events.ts'

/** The way back to an answer once given. */
export function CookieSettings() {
  const t = useT()
  return (
    <Button tone="quiet" size="small" onClick={openConsent}>
      {t('Cookie settings')}
    </Button>
  )
}
