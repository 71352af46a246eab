import type { ReactNode } from 'react'
import { Rich } from '#i18n/rich.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'

/** A sentence about the terms, <0>, and the privacy policy, <1>; without an address they are words. */
export function LegalLinks({ text }: { text: string }) {
  const { terms_url, privacy_url } = useBrand()
  const linked =
    (url: string | null) =>
    (inside: string): ReactNode =>
      url ? <ExternalLink to={url}>{inside}</ExternalLink> : inside
  return <Rich text={text} wrap={[linked(terms_url), linked(privacy_url)]} />
}
