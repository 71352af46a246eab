import { useEffect, useEffectEvent } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { LinkButton } from '#ui/input/button.tsx'
import { knowsSso, onConfirmed } from './sso-tabs.ts'

/**
 * Confirms the user's identity at the sign-in service of the company, in a new tab, so that nothing typed here is lost.
 */
export function SsoInstead({ onDone }: { onDone: () => void | Promise<void> }) {
  const t = useT()
  const done = useEffectEvent(onDone)
  useEffect(() => onConfirmed(() => void done()), [])
  if (!knowsSso()) return null
  return (
    <LinkButton icon="external" href={paths.ssoConfirm} target="_blank" rel="noopener">
      {t('Confirm with single sign-on')}
    </LinkButton>
  )
}
