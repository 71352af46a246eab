import type { VatState } from '@portico/contract/billing-details.ts'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'

/** Beside a total that has tax in it because of the VAT number. */
export function TaxedVatBanner({ vat }: { vat: VatState | null }) {
  const t = useT()
  if (!vat?.is_taxed) return null
  return (
    <Banner
      tone="warn"
      action={
        <Link to={`${paths.payments}?tab=billing`} className={buttonClass({ size: 'small' })}>
          {t('Billing details')}
        </Link>
      }
    >
      {vat.state === 'invalid'
        ? t('VIES does not know your VAT number, so tax is charged.')
        : t(
            'VIES is not available, so your VAT number could not be checked. Tax is charged until it has been checked.',
          )}
    </Banner>
  )
}
