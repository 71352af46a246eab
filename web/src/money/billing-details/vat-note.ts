import type { VatState } from '@portico/contract/billing-details.ts'
import { useT } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'

/** The note at the field of a saved VAT number. */
export function useVatNote(vat: VatState | null): { hint?: string; error?: string } {
  const t = useT()
  const { utc } = useTimes()
  if (!vat) return {}
  const date = vat.checked_at ? utc('date', vat.checked_at) : ''
  switch (vat.state) {
    case 'valid':
      return {
        hint: vat.name
          ? t('Checked with VIES on {date}: valid, registered as {name}.', { date, name: vat.name })
          : t('Checked with VIES on {date}: valid.', { date }),
      }
    case 'invalid':
      return { error: t('Checked with VIES on {date}: not valid. Tax is charged.', { date }) }
    case 'unavailable':
      return {
        hint: vat.is_taxed
          ? t(
              'VIES is not available, so only the format of this number was checked. Tax is charged until VIES confirms it; we try again every hour.',
            )
          : t('VIES is not available, so only the format of this number was checked. We try again every hour.'),
      }
    case 'form':
      return { hint: t('Only the format of this number was checked.') }
  }
}
