import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Rich } from '#i18n/rich.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'

export function PrivacyBox({ error }: { error: string | undefined }) {
  const t = useT()
  const { terms_url, privacy_url } = useBrand()
  const linked =
    (url: string | null) =>
    (inside: string): ReactNode =>
      url ? <OutsideLink to={url}>{inside}</OutsideLink> : inside
  return (
    <Checkbox
      name="privacy"
      label={
        <Rich
          text={t('I accept the <0>terms of use</0> and the <1>privacy policy</1>')}
          wrap={[linked(terms_url), linked(privacy_url)]}
        />
      }
      reserveMessage
      error={error}
    />
  )
}
