import { billing } from '@portico/contract/billing.ts'
import { detailsValues } from '@portico/contract/billing-details.ts'
import { COUNTRIES } from '@portico/contract/countries.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { ProblemNote } from '#session/problem-note.tsx'
import { SaveActions } from '#session/save-actions.tsx'
import { useSavedForm } from '#session/use-saved-form.ts'
import { useTelling } from '#session/use-telling.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import styles from '../billing.module.css'
import { detailsQuery } from '../billing-queries.ts'

type Info = Output<typeof billing.getDetails>

const NO_DETAILS: NonNullable<Info['details']> = {
  kind: 'company',
  name: '',
  line1: '',
  line2: '',
  postal_code: '',
  city: '',
  country: '',
  vat_id: '',
  invoice_emails: '',
  po_number: '',
  buyer_reference: '',
  e_invoice: 'none',
}

export function DetailsCard({ info }: { info: Info }) {
  const { t, language } = useI18n()
  const telling = useTelling()
  const client = useQueryClient()
  const { details, owner_email, is_needed } = info
  const shown = details ?? NO_DETAILS
  const form = useSavedForm(
    detailsValues,
    async (values) => {
      const saved = await call(billing.saveDetails, { ...values, seen: details })
      client.setQueryData(detailsQuery.queryKey, { ...info, ...saved })
      telling.good('Your billing details were saved.')
    },
    { shown, query: detailsQuery.queryKey },
  )
  const field = (name: Exclude<keyof typeof detailsValues.shape, 'kind' | 'country' | 'e_invoice'>) => ({
    name,
    defaultValue: shown[name],
    error: form.wrong(name),
  })
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
                : t('Until you enter your billing details, invoices carry only your name and e-mail address.')}
            </Banner>
          )}
          <div className={styles.fields}>
            <Select
              label={t('Customer type')}
              name="kind"
              defaultValue={shown.kind}
              options={[
                { value: 'company', label: t('Company or sole trader') },
                { value: 'person', label: t('Private person') },
              ]}
            />
            <Field label={t('Company or full name')} autoComplete="organization" {...field('name')} />
            <Field label={t('Address')} autoComplete="address-line1" {...field('line1')} />
            <Field label={t('Address, second line')} autoComplete="address-line2" optional {...field('line2')} />
            <Field label={t('Postal code')} autoComplete="postal-code" optional {...field('postal_code')} />
            <Field label={t('City')} autoComplete="address-level2" {...field('city')} />
            <Select
              label={t('Country')}
              name="country"
              autoComplete="country"
              placeholder={t('Choose a country')}
              defaultValue={shown.country}
              options={countries(language)}
              error={form.wrong('country')}
            />
            <Field
              label={t('VAT or tax number')}
              optional
              hint={t('Only for companies and sole traders, with the country code: DE123456789')}
              {...field('vat_id')}
            />
            <Field
              label={t('E-mails for invoices')}
              optional
              inputMode="email"
              hint={t('Up to five, separated by commas. Without one, invoices go to {email}.', { email: owner_email })}
              {...field('invoice_emails')}
            />
            <Field
              label={t('PO number')}
              optional
              hint={t('Printed on every invoice from now on.')}
              {...field('po_number')}
            />
            <Select
              label={t('Electronic invoice')}
              name="e_invoice"
              defaultValue={shown.e_invoice}
              hint={t('Sent with the mail of each invoice. Both formats can also be downloaded below.')}
              options={[
                { value: 'none', label: t('None, PDF only') },
                { value: 'xrechnung', label: 'XRechnung (UBL)' },
                { value: 'facturx', label: 'Factur-X / ZUGFeRD' },
              ]}
            />
            <Field
              label={t('Buyer reference')}
              optional
              hint={t('Public buyers ask for it on electronic invoices, in Germany as Leitweg-ID.')}
              {...field('buyer_reference')}
            />
          </div>
        </div>
        <ProblemNote error={form.problem} />
      </Card>
    </form>
  )
}

/** In the reader's language and by its alphabet. */
function countries(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    compare(a.label, b.label),
  )
}
