import { billing } from '@portico/contract/billing.ts'
import { detailsValues } from '@portico/contract/billing-details.ts'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './details.module.css'
import { DetailsFields, NO_DETAILS } from './details-fields.tsx'

/** The form before a first payment; what was chosen beside it stays as it is. */
export function DetailsStep({ onSaved }: { onSaved: () => unknown }) {
  const t = useT()
  const form = useInlineForm(detailsValues, async (values) => {
    await call(billing.saveDetails, { ...values, seen: null })
    await onSaved()
  })
  return (
    <form {...form.props} className={styles.step} aria-label={t('Billing details')}>
      <p>{t('Before your first payment, we need to know who the invoice is for. The tax depends on your country.')}</p>
      <DetailsFields shown={NO_DETAILS} wrong={form.wrong} vat={null} />
      <ProblemNote error={form.problem} />
      <div>
        <Button type="submit" tone="primary" busy={form.busy}>
          {t('Save and continue')}
        </Button>
      </div>
    </form>
  )
}
