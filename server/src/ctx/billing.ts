import type { Currency } from '@portico/contract/currency.ts'
import type { Language } from '@portico/contract/language.ts'
import type { OrderPurpose, Processor } from '@portico/contract/payments.ts'

/** Units of currencies for one euro on a day, as published: `{ USD: '1.0823' }`. */
export interface DayRates {
  day: string
  per_euro: Record<string, string>
}

/** The seller of a brand, and the taxes it collects. */
export interface Seller {
  name: string
  /** Lines below the name. */
  address: string[]
  /** Null: the country is not set, so no tax is collected. */
  country: string | null
  vat_id: string
  /** Such as a company number; printed as it is. */
  registration: string
  /** Prefix before the year in invoice numbers. */
  invoice_prefix: string
  credit_note_prefix: string
  proforma_prefix: string
  fee_note_prefix: string
  fee_credit_prefix: string
  /** The currency in which VAT is declared, where it is not the one sold in; else null. */
  currency: Currency | null
  /**
   * The address in parts, a contact, and where electronic invoices are answered: programs read these, XRechnung demands
   * them.
   */
  post: { street: string; postal_code: string; city: string } | null
  contact: { name: string; phone: string; email: string } | null
  electronic_address: { scheme: string; id: string } | null
  tax_name: string
  /** Null where one name serves every language. */
  tax_names: Record<Language, string> | null
  /** In hundredths of a percent, by country. */
  rates_bp: Record<string, number>
}

export interface BillingSettings {
  /** The provider's own seller. */
  seller: Seller
  /** Keyed by the host of a white-label. */
  whitelabels: Record<string, Seller>
  /** Between these countries a business owes the tax itself. */
  eu: string[]
  /** Also where no tax is collected; a seller that collects one needs them in any case. */
  details_needed: boolean
  /** The source of exchange rates; null where no seller declares VAT in another currency. */
  exchange: {
    folder: string
    url: string | null
    max_age_days: number
    /** Rates of the provider folder at the start: there is always a rate. */
    at_start: DayRates[]
  } | null
  /** How long a proforma is valid. */
  proforma_days: number
  /** The tax note of fee notes; null: the default text. */
  fee_texts: Record<Language, string> | null
  /** PNG or JPEG for documents under the provider's own brand. */
  logo: Buffer | null
}

/** Settings of PROVIDER_DIR/payments.yaml. */
export interface PaymentSettings {
  presets_micros: number[]
  min_micros: number
  max_micros: number
  dispute_fee_micros: number
  wire: { above_micros: number; account: { beneficiary: string; bank: string; iban: string; bic: string } } | null
}

/** Money of an order that goes back. */
export interface Reversal {
  /** Id of the reversal, not of the order. */
  id: string
  kind: 'refund' | 'dispute'
  /** Change of the amount that is on credit notes. */
  amount_micros: number
  tax_micros: number
  /** The part of the order's amount that is paid and was not given back, before this change and after it. */
  left_before_micros: number
  left_micros: number
}

/** A dispute as it is from now on. */
export interface DisputeChange {
  id: string
  state: 'opened' | 'won' | 'lost'
  /** With tax: what the bank takes, or took. */
  total_micros: number
}

/** The fee of a dispute, without tax. */
export interface DisputeFee {
  reversal_id: string
  fee_micros: number
}

/** An order as other modules see it. */
export interface OrderFacts {
  id: string
  reference: string
  owner_id: number
  login_id: number
  processor: Processor
  purpose: OrderPurpose
  product: string | null
  amount_micros: number
  tax_micros: number
  tax_facts: Record<string, unknown>
  method_label: string
  created_at: Date
}
