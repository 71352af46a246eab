import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Rich } from '#i18n/rich.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'

/** What is accepted: a brand may have terms, a privacy policy or both. Undefined: there is nothing that could be read. */
export function useLegalSentence(isTicked: boolean): ReactNode {
  const t = useT()
  const { terms_url, privacy_url } = useBrand()
  const links = [terms_url, privacy_url].flatMap((to) => to ?? [])
  const [both, terms, privacy] = isTicked
    ? ([
        'I accept the <0>terms of use</0> and the <1>privacy policy</1>',
        'I accept the <0>terms of use</0>',
        'I accept the <0>privacy policy</0>',
      ] as const)
    : ([
        'By continuing, you accept the <0>terms of use</0> and the <1>privacy policy</1>.',
        'By continuing, you accept the <0>terms of use</0>.',
        'By continuing, you accept the <0>privacy policy</0>.',
      ] as const)
  return (
    links[0] && (
      <Rich
        text={t(links[1] ? both : terms_url ? terms : privacy)}
        wrap={links.map((to) => (inside) => <ExternalLink to={to}>{inside}</ExternalLink>)}
      />
    )
  )
}
