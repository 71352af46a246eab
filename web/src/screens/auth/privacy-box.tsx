import { useT } from '#i18n/i18n.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { LegalLinks } from './legal-links.tsx'

export function PrivacyBox({ error }: { error: string | undefined }) {
  const t = useT()
  return (
    <Checkbox
      name="privacy"
      label={<LegalLinks text={t('I accept the <0>terms of use</0> and the <1>privacy policy</1>')} />}
      reserveMessage
      error={error}
    />
  )
}
