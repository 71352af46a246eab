import { useT } from '#i18n/i18n.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'

/** A link to the full text, if the provider has set one. */
export function PrivacyPolicy() {
  const t = useT()
  const { privacy_url } = useBrand()
  return privacy_url ? <ExternalLink to={privacy_url}>{t('Privacy policy')}</ExternalLink> : null
}
