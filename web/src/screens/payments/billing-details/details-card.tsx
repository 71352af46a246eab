import { billing } from '@portico/contract/billing.ts'
import { detailsValues } from '@portico/contract/billing-details.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ProblemNote } from '#forms/problem-note.tsx'
import { SaveActions } from '#forms/save-actions.tsx'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { DetailsFields, NO_DETAILS } from '#money/billing-details/details-fields.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import styles from '../billing.module.css'
import { detailsQuery } from '../billing-queries.ts'
import { PAYMENTS_KEY } from '../payments-queries.ts'

type Info = Output<typeof billing.getDetails>

export function DetailsCard({ info }: { info: Info }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const { details, owner_email, is_needed } = info
  const shown = details ?? NO_DETAILS
  const form = useSavedForm(
    detailsValues,
    async (values) => {
      const saved = await call(billing.saveDetails, { ...values, seen: details })
      client.setQueryData(detailsQuery.queryKey, { ...info, ...saved })
      client.invalidateQueries({ queryKey: [...PAYMENTS_KEY, 'quote'] })
      toast.good('Your billing details were saved.')
    },
    { shown, query: detailsQuery.queryKey },
  )
  return (
    <form {...form.props}>
      <Card
        title={t('Billing details')}
        note={t('Printed on your invoices. Documents that were already issued stay as they are.')}
        footer={<SaveActions form={form} />}
      >
        <div className={styles.form}>
          {!details && (
            <Banner tone={is_needed ? 'warn' : 'info'}>
              {is_needed
                ? t('Please enter your billing details first.')
                : t('Until you enter your billing details, invoices show only your name and e-mail address.')}
            </Banner>
          )}
          <DetailsFields shown={shown} wrong={form.wrong} vat={info.vat} owner_email={owner_email} />
        </div>
        <ProblemNote error={form.problem} />
      </Card>
    </form>
  )
}
