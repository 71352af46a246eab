import type { DetailsValues, VatState } from '@portico/contract/billing-details.ts'
import { COUNTRIES } from '@portico/contract/countries.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from './details.module.css'
import { useVatNote } from './vat-note.ts'

export const NO_DETAILS: DetailsValues = {
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

type DetailsFieldsProps = {
  shown: DetailsValues
  wrong: (name: string) => string | undefined
  vat: VatState | null
  /**
   * The recipient of invoices while no other address is given. Undefined: only what a first payment needs is requested.
   */
  owner_email?: string
}

/** Whom invoices are for, the same in billing details and before a first payment. */
export function DetailsFields({ shown, wrong, vat, owner_email }: DetailsFieldsProps) {
  const { t, language } = useI18n()
  const note = useVatNote(vat)
  const field = (name: Exclude<keyof DetailsValues, 'kind' | 'country' | 'e_invoice'>) => ({
    name,
    defaultValue: shown[name],
    error: wrong(name),
  })
  const isWhole = owner_email !== undefined
  return (
    <div className={styles.fields}>
      <Select
        label={t('Country')}
        name="country"
        autoComplete="country"
        placeholder={t('Choose a country')}
        defaultValue={shown.country}
        options={countries(language)}
        error={wrong('country')}
      />
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
      {isWhole ? (
        <Field label={t('Address, second line')} autoComplete="address-line2" optional {...field('line2')} />
      ) : (
        <input type="hidden" name="line2" value="" />
      )}
      <Field label={t('Postal code')} autoComplete="postal-code" optional {...field('postal_code')} />
      <Field label={t('City')} autoComplete="address-level2" {...field('city')} />
      <Field
        label={t('VAT or tax number')}
        optional
        hint={note.hint ?? t('Only for companies and sole traders, with the country code: DE123456789')}
        {...field('vat_id')}
        error={wrong('vat_id') ?? note.error}
      />
      {isWhole ? (
        <>
          <Field
            label={t('E-mail addresses for invoices')}
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
            hint={t('It is sent with each invoice e-mail. Both formats can also be downloaded below.')}
            options={[
              { value: 'none', label: t('None, PDF only') },
              { value: 'xrechnung', label: 'XRechnung (UBL)' },
              { value: 'facturx', label: 'Factur-X / ZUGFeRD' },
            ]}
          />
          <Field
            label={t('Buyer reference')}
            optional
            hint={t('Public-sector buyers require it on electronic invoices. In Germany it is the Leitweg-ID.')}
            {...field('buyer_reference')}
          />
        </>
      ) : (
        ['invoice_emails', 'po_number'].map((name) => <input key={name} type="hidden" name={name} value="" />)
      )}
    </div>
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
